; The functions of burn's own sources, and the macros that stand for some.
; @function: a function; @macro: a macro; @outside: code that no function holds; @name: what it is called;
; @body: what it does.

(function_item name: (_) @name body: (block) @body) @function

(trait_item
  name: (_)
  body: (declaration_list (function_signature_item name: (_) @name) @function))

(macro_definition name: (identifier) @name) @macro

(source_file [(macro_invocation) (expression_statement) (const_item) (static_item)] @outside)

(mod_item body: (declaration_list [(macro_invocation) (const_item) (static_item)] @outside))

(impl_item body: (declaration_list [(macro_invocation) (const_item)] @outside))
