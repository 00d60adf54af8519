; Where a call of burn may stand: the names by which code could reach one of its operations.
; What a name really stands for is found out later; a place that no pattern here matches is never looked at.
;
; @call.name    the name of a function or method that is called, or handed on as a value
; @type.name    a type, or the last part of a path in front of `::`, through which values are made
; @macro.token  an identifier inside the token tree of a macro, which may be any of these

(call_expression function: (identifier) @call.name)
(call_expression function: (scoped_identifier name: (identifier) @call.name))
(call_expression function: (field_expression field: (field_identifier) @call.name))
(generic_function function: (identifier) @call.name)
(generic_function function: (scoped_identifier name: (identifier) @call.name))
(generic_function function: (field_expression field: (field_identifier) @call.name))
(arguments (identifier) @call.name)
(arguments (scoped_identifier name: (identifier) @call.name))

(type_identifier) @type.name
(scoped_identifier path: (identifier) @type.name)
(scoped_identifier path: (scoped_identifier name: (identifier) @type.name))

(token_tree (identifier) @macro.token)
