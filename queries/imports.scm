; Names that a `use` brings in, and those it gives them here.
;
; @import.name  a name in a use declaration

(use_declaration (identifier) @import.name)
(use_declaration (scoped_identifier name: (identifier) @import.name))
(use_list (identifier) @import.name)
(use_list (scoped_identifier name: (identifier) @import.name))
(use_as_clause path: (scoped_identifier name: (identifier) @import.name))
(use_as_clause path: (identifier) @import.name)
(use_as_clause alias: (identifier) @import.name)
