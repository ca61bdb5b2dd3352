/** The symbols of Java, C#, Go, Rust, C and C++. */
import { leafRule, makeRules, spaceRule, typeRule } from './symbol-rules.ts';

/** The rules of Java. */
export const javaRules = makeRules({
  symbols: {
    class_declaration: typeRule('class'),
    interface_declaration: typeRule('interface'),
    enum_declaration: typeRule('enum'),
    record_declaration: typeRule('record'),
    annotation_type_declaration: typeRule('annotation', { keyword: '@ ?interface' }),
    'constructor_declaration compact_constructor_declaration': leafRule('constructor'),
    'method_declaration annotation_type_element_declaration': leafRule('method'),
    variable_declarator: leafRule('field'),
    enum_constant: leafRule('member', { endsAtName: true }),
  },
  wrappers: 'field_declaration constant_declaration',
  closed: 'static_initializer block import_declaration',
});

/** The rules of C#. */
export const csharpRules = makeRules({
  symbols: {
    class_declaration: typeRule('class'),
    interface_declaration: typeRule('interface'),
    struct_declaration: typeRule('struct'),
    enum_declaration: typeRule('enum'),
    record_declaration: typeRule('record', { keyword: 'record (?:class|struct)|record' }),
    namespace_declaration: spaceRule('namespace'),
    file_scoped_namespace_declaration: leafRule('namespace', { keyword: 'namespace' }),
    constructor_declaration: leafRule('constructor'),
    'method_declaration destructor_declaration local_function_statement': leafRule('method'),
    'operator_declaration conversion_operator_declaration': leafRule('method', { anonymousName: 'operator' }),
    property_declaration: leafRule('property', { endField: 'accessors' }),
    indexer_declaration: leafRule('property', { endField: 'accessors', anonymousName: 'this' }),
    event_declaration: leafRule('event', { keyword: 'event', endField: 'accessors' }),
    delegate_declaration: leafRule('delegate', { keyword: 'delegate' }),
    variable_declarator: leafRule('field', { endsAtName: true }),
    enum_member_declaration: leafRule('member', { endsAtName: true }),
  },
  wrappers: 'field_declaration event_field_declaration variable_declaration',
  closed: 'global_statement block using_directive',
});

/** The rules of Go. */
export const goRules = makeRules({
  symbols: {
    function_declaration: leafRule('function', { keyword: 'func' }),
    method_declaration: leafRule('method', { keyword: 'func' }),
    type_spec: typeRule('type', { bodyField: 'type' }),
    type_alias: leafRule('type', { keyword: 'type', endField: 'type' }),
    const_spec: leafRule('constant', { keyword: 'const' }),
    var_spec: leafRule('variable', { keyword: 'var' }),
    field_declaration: leafRule('field', { endField: 'tag', anonymousName: '' }),
    method_elem: leafRule('method'),
  },
  wrappers: 'type_declaration const_declaration var_declaration var_spec_list',
  closed: 'import_declaration block',
});

/** The rules of Rust. */
export const rustRules = makeRules({
  symbols: {
    struct_item: typeRule('struct'),
    enum_item: typeRule('enum'),
    union_item: typeRule('union'),
    trait_item: typeRule('trait'),
    impl_item: typeRule('impl', { nameField: 'type' }),
    mod_item: spaceRule('module', { keyword: 'mod' }),
    'function_item function_signature_item': leafRule('function', { memberKind: 'method', keyword: 'fn' }),
    'type_item associated_type': leafRule('type', { keyword: 'type', endField: 'type' }),
    const_item: leafRule('constant', { keyword: 'const' }),
    static_item: leafRule('variable', { keyword: 'static' }),
    field_declaration: leafRule('field'),
    enum_variant: leafRule('member'),
    macro_definition: leafRule('macro', { keyword: 'macro_rules ?!', endsAtName: true }),
  },
  wrappers: '',
  closed: 'macro_invocation use_declaration block expression_statement',
});

/** The rules of C and C++, whose sources one grammar reads. */
export const cppRules = makeRules({
  symbols: {
    class_specifier: typeRule('class', { needs: 'body' }),
    struct_specifier: typeRule('struct', { needs: 'body' }),
    union_specifier: typeRule('union', { needs: 'body' }),
    enum_specifier: typeRule('enum', { keyword: 'enum (?:class|struct)|enum', needs: 'body' }),
    namespace_definition: spaceRule('namespace'),
    function_definition: leafRule('function', { memberKind: 'method', isDeclarator: true }),
    declaration: leafRule('variable', { memberKind: 'field', isDeclarator: true }),
    field_declaration: leafRule('field', { isDeclarator: true, endField: 'default_value' }),
    type_definition: leafRule('type', { keyword: 'typedef', isDeclarator: true }),
    alias_declaration: leafRule('type', { keyword: 'using', endField: 'type' }),
    concept_definition: leafRule('type', { keyword: 'concept', endsAtName: true }),
    'preproc_def preproc_function_def': leafRule('macro', { keyword: '# ?define' }),
    enumerator: leafRule('member'),
  },
  wrappers: 'template_declaration',
  closed: 'preproc_include compound_statement expression_statement using_declaration initializer_list',
});
