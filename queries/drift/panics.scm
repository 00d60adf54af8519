; Where burn's own sources can panic: macros and `expect`, in code and inside the arguments of other macros.
; @name: the macro's or method's name; @arguments: what stands in its parentheses.

((macro_invocation
   macro: [(identifier) @name (scoped_identifier name: (identifier) @name)]
   (token_tree) @arguments)
 (#any-of? @name "panic" "unimplemented" "todo" "unreachable" "assert" "assert_eq" "assert_ne"))

((token_tree (identifier) @name . "!" . (token_tree) @arguments)
 (#any-of? @name "panic" "unimplemented" "todo" "unreachable" "assert" "assert_eq" "assert_ne"))

((call_expression
   function: (field_expression field: (field_identifier) @name)
   arguments: (arguments) @arguments)
 (#any-of? @name "expect" "expect_err"))

((token_tree "." . (identifier) @name . (token_tree) @arguments)
 (#any-of? @name "expect" "expect_err"))
