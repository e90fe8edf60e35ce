/**
 * The architecture rules by name. The test of the rules fails when one of them has no seeded
 * violation that it finds.
 */
export const RULE_NAMES = [
  'the check reads every file',
  'files form no cycle',
  'folders of a layer form no cycle',
  'imports lead somewhere',
  'modules are entered by their public files',
  'tables are private',
  'api, jobs, routes and seed are composed in the top layer',
  'what composes knows its parts',
  'testing is for tests',
  'mails are worded by the job',
  'models are pure',
  'lib is pure',
  'only steps and commands post to the ledger',
  'steps are taken by steps and commands',
  'commands are called from outside',
  'presenters are entered by api.ts',
  'queries only read',
  "browser code doesn't reach the server's",

  'closed vocabulary',
  'every module has a layer',
  'README',
  'kebab-case',
  'verb-noun',
  'each command has a test beside it',
  'size of a file',
  'size of a function',
  'CSS classes exist',
  'a mail has the name of its file',
  'every mail is sent',

  'numbers of schema files',
  'functions and views have files of their own',
  'functions that a schema file uses',
  'one function or view a file',
  'length of a line',
  'expand, then contract',

  'plain words',
  'functions begin with a verb',
  'no trailing preposition',
  'names say something',
  'named exports',
  'public functions have a doc comment',
  'comments say why',
  'width of a line',
  'beginning of a doc comment',

  'two clocks',
  'time is a parameter',
  'one reader of the environment',
  'amounts are bigint',
  'permissions are listed in one table',
  'staff commands check a permission first',

  'approved ciphers',
  'approved digests',
  'validated implementations',
  'one place encrypts',
  'secrets are random',
  'one way to outside systems',
  'one log',
  'strict comparison',
  'no text becomes code',
  'no command of the system',
  'SQL takes texts as parameters',
  'no pattern from a text',
  'no text becomes markup',
  "a log's sentence is ours",
  'no parser of markup, no objects out of bytes',
  'a page listens to no other window',
  'nothing of the past in a page',
] as const

/** A rule of the list, or one that `architecture.cjs` has for each layer or package. */
export type RuleName =
  | (typeof RULE_NAMES)[number]
  | `imports go down: ${string}`
  | `${string} has one home`
