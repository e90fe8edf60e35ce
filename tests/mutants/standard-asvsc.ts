import type { Mutant } from '../../tools/mutants.ts'

const architectureCheck = 'node tools/check-architecture.ts'
const secrets = 'vitest run src/platform/auth/secrets.test.ts'
const links = 'vitest run src/platform/http/outgoing-links.test.ts'
const documents = 'vitest run tests/properties/security-documents.test.ts'
const kinds = 'vitest run tests/properties/data-kinds.test.ts'
const contracts = 'vitest run tests/properties/contracts.test.ts'
const started = "node scripts/build.js && vitest run tests/faults/start.test.ts -t 'Figures'"
const SECRETS = 'src/platform/auth/secrets.ts'

/**
 * Cryptography, links to others, settings, data and fields as the standard wants them, each undone.
 */
export const mutants: Mutant[] = [
  {
    name: 'standard: a key that nobody answers for',
    why: 'when it has to be changed nobody knows who has it',
    file: 'src/platform/config/settings.ts',
    replace: '  INDEXABLE: flag',
    with: "  SIGNING_KEY: z.string().optional().describe('signs what leaves'),\n  INDEXABLE: flag",
    caughtBy: documents,
    says: 'Every key has its owner, its place and its end there',
  },
  {
    name: 'standard: cryptography that no list knows',
    why: 'when a digest is broken nobody finds all its uses',
    file: 'src/platform/http/json.ts',
    replace: "import { createHash } from 'node:crypto'",
    with:
      "import { createHash, createHmac } from 'node:crypto'\n\nexport const marked = (text: " +
      "string) => createHmac('sha256', 'mark').update(text).digest('hex')",
    caughtBy: documents,
    says: 'lists every file that does cryptography',
  },
  {
    name: 'standard: cryptography of an unknown maker',
    why: 'nobody has looked whether it does what it says',
    file: 'src/platform/http/json.ts',
    replace: "import { createHash } from 'node:crypto'",
    with:
      "import { createHash } from 'node:crypto'\nimport sha from 'crypto-js/sha256'\n\nexport " +
      'const also = sha',
    caughtBy: architectureCheck,
    says: 'validated implementations',
  },
  {
    name: 'standard: a secret that cannot be followed by another',
    why: 'an operator whose secret was seen loses every second factor with it',
    file: SECRETS,
    replace: 'return [SECRET, ...SECRET_BEFORE]',
    with: 'return [SECRET, ...SECRET_BEFORE.slice(0, 0)]',
    caughtBy: 'vitest run src/modules/identity/commands/rotate-secret.test.ts',
    says: 'After a change of SECRET the factors of before go on working',
  },
  {
    name: 'standard: a digest of 64 bits',
    why: 'a machine of today finds another text for it in a day',
    file: SECRETS,
    replace: 'update(token).digest()',
    with: 'update(token).digest().subarray(0, 8)',
    caughtBy: secrets,
    says: 'is as long as nobody guesses',
  },
  {
    name: 'standard: a picture of what was encrypted',
    why: 'the same block gives the same text, so that its pattern shows',
    file: SECRETS,
    replace: "cipher: 'aes-256-gcm'",
    with: "cipher: 'aes-256-ecb'",
    caughtBy: architectureCheck,
    says: 'approved ciphers',
  },
  {
    name: 'standard: a cipher of a past age',
    why: 'it is broken in an afternoon',
    file: 'src/platform/http/json.ts',
    replace: "import { createHash } from 'node:crypto'",
    with:
      "import { createCipheriv, createHash } from 'node:crypto'\n\nexport const hidden = " +
      "(key: Buffer, iv: Buffer) => createCipheriv('des-ede3-cbc', key, iv)",
    caughtBy: architectureCheck,
    says: 'approved ciphers',
  },
  {
    name: 'standard: what was encrypted and is changed unnoticed',
    why: 'whoever writes the table turns bits of a secret without knowing it',
    file: SECRETS,
    replace: 'return Buffer.concat([opening.update(kept.subarray(tagEnd)), opening.final()])',
    with: 'return opening.update(kept.subarray(tagEnd))',
    caughtBy: secrets,
    says: 'What was changed by a single bit, or cut, opens no more',
  },
  {
    name: 'standard: a digest that two texts share',
    why: 'MD5 of two files made to match says that one is the other',
    file: 'src/platform/http/json.ts',
    replace: "createHash('sha256')",
    with: "createHash('md5')",
    caughtBy: architectureCheck,
    says: 'approved digests',
  },
  {
    name: 'standard: books held together by MD5',
    why: 'another row that fits is made in seconds',
    file: 'migrations/047-sealed-anew.sql',
    replace: '-- A secret may be sealed anew',
    with:
      'create view act_mark as select md5(action) as mark from audit_act;\n-- A secret may be ' +
      'sealed anew',
    caughtBy: architectureCheck,
    says: 'approved digests',
  },
  {
    name: 'standard: a token of 64 bits',
    why: 'with a million sessions open one of them is found by trying',
    file: SECRETS,
    replace: 'randomBytes(32)',
    with: 'randomBytes(8)',
    caughtBy: secrets,
    says: 'is as long as nobody guesses',
  },
  {
    name: 'standard: a passkey that signs by SHA-1',
    why: 'a signature is moved from one text to another',
    file: 'src/platform/auth/webauthn.ts',
    replace: 'const SIGNED_BY = [-8, -7, -257]',
    with: 'const SIGNED_BY = [-8, -7, -257, -65535]',
    caughtBy: 'vitest run src/modules/identity/commands/add-passkey.test.ts',
    says: 'A passkey that signs by SHA-1',
  },
  {
    name: 'standard: a mail server that may be anybody',
    why: 'whoever sits between reads every reset link',
    file: 'src/platform/http/outgoing-links.ts',
    replace: 'rejectUnauthorized: true',
    with: 'rejectUnauthorized: false',
    caughtBy: links,
    says: 'No mail leaves over a certificate that is nobody’s',
  },
  {
    name: 'standard: a database of any authority',
    why: 'whoever has a certificate of some authority is our database',
    file: 'src/platform/http/outgoing-links.ts',
    replace: "modes[0] === 'verify-full'",
    with: "modes[0] !== 'disable'",
    caughtBy: links,
    says: 'a database on another machine is one whose certificate is looked at',
  },
  {
    name: 'standard: somebody else whom the server asks',
    why: 'what it tells them nobody has thought about',
    file: 'src/modules/market/adapters/frankfurter.ts',
    replace: "base = 'https://api.frankfurter.dev'",
    with: "base = 'https://rates.example'",
    caughtBy: documents,
    says: 'names everybody whom the server speaks to',
  },
  {
    name: 'standard: a password that everybody tries first',
    why: 'the database of an installation is opened by its default',
    file: 'src/platform/http/outgoing-links.ts',
    replace: 'password.length < LEAST_LETTERS ||',
    with: '',
    caughtBy: links,
    says: 'A password that others try first is known as such',
  },
  {
    name: 'standard: a second way out of the house',
    why: 'an address that somebody chose is asked from within',
    file: 'src/platform/files/export.ts',
    replace: 'const MOST_ROWS = 100_000',
    with:
      'const MOST_ROWS = 100_000\nexport const asked = (address: string) => fetch(address, { ' +
      "redirect: 'follow' })",
    caughtBy: architectureCheck,
    says: 'one way out of the house',
  },
  {
    name: 'standard: an owner’s login in every process',
    why: 'whoever breaks into the server owns the tables',
    file: 'compose.yaml',
    replace: '  LOG_LEVEL: info\n',
    with: '  LOG_LEVEL: info\n  DATABASE_MIGRATION_URL: postgres://candor_owner@db:5432/candor\n',
    caughtBy: 'vitest run tests/properties/container.test.ts',
    says: 'the owner’s is known to the migration alone',
  },
  {
    name: 'standard: the project’s folder served as a site',
    why: 'sources, packages and what lies beside them are read by everybody',
    file: 'src/server.ts',
    replace: 'relative(process.cwd(), clientFiles())',
    with: "relative(process.cwd(), join(clientFiles(), '../..')) || '.'",
    caughtBy: started,
    says: 'no sources, no list of files, nothing of development',
  },
  {
    name: 'standard: a server that runs for developers',
    why: 'it shows its insides, and no policy holds scripts',
    file: 'src/server.ts',
    replace: "fetch: httpOf(app, 'production', {",
    with: "fetch: httpOf(app, 'development', {",
    caughtBy: started,
    says: 'no sources, no list of files, nothing of development',
  },
  {
    name: 'standard: a list of the files in a folder',
    why: 'what nobody links to is found all the same',
    file: 'src/server.ts',
    replace: '    const found = await files(c, next)',
    with:
      '    if (/^\\/assets\\/?$/.test(c.req.path)) return ' +
      "c.text(readdirSync(join(clientFiles(), 'assets')).join())\n    const found = await " +
      'files(c, next)',
    caughtBy: started,
    says: 'no sources, no list of files, nothing of development',
  },
  {
    name: 'standard: a column that nobody has thought about',
    why: 'what it holds of people is kept and shown by nobody’s rule',
    file: 'migrations/047-sealed-anew.sql',
    replace: '-- A secret may be sealed anew',
    with: 'alter table member add column passport text;\n-- A secret may be sealed anew',
    caughtBy: kinds,
    says: 'Every column of every table is of one kind',
  },
  {
    name: 'standard: a kind of data without a rule',
    why: 'nobody knows how long it may stay',
    file: 'docs/security/data.md',
    replace: '| until it is used or ends |',
    with: '| – |',
    caughtBy: kinds,
    says: 'Each kind says what it is, who reads it',
  },
  {
    name: 'standard: a report that reads who people are',
    why: 'a login for figures has the addresses of all members',
    file: 'migrations/047-sealed-anew.sql',
    replace: '-- A secret may be sealed anew',
    with: 'grant select on wallet to candor_read;\n-- A secret may be sealed anew',
    caughtBy: kinds,
    says: 'no role that reports reads it or who somebody is',
  },
  {
    name: 'standard: answers that a cache on the way keeps',
    why: 'the next member behind it reads the balance of the one before',
    file: 'src/platform/http/calls.ts',
    replace: "'cache-control': 'no-store' })",
    with: "'cache-control': 'max-age=60' })",
    caughtBy: "vitest run tests/properties/authorisation.test.ts -t 'GET /api/user/profile'",
    says: 'answers each of them as its row says',
  },
  {
    name: 'standard: a page that the next one at the browser goes back to',
    why: 'after the log-out one step back shows whose it was',
    file: 'src/platform/http/headers.ts',
    replace:
      "    if (OF_SOMEBODY.test(c.req.path)) c.res.headers.set('cache-control', 'no-store')\n",
    with: '',
    caughtBy: 'vitest run src/platform/http/app.test.ts',
    says: 'no page of somebody, and none that a token opens, is kept',
  },
  {
    name: 'standard: a counter of visitors somewhere else',
    why: 'who looks at which sum is told to a third party',
    file: 'src/platform/http/headers.ts',
    replace: '"connect-src \'self\'"',
    with: '"connect-src \'self\' https://counter.example"',
    caughtBy: 'vitest run src/platform/http/app.test.ts',
    says: 'no script runs inline or by eval',
  },
  {
    name: 'standard: an audit that failed and says that all is well',
    why: 'no registry, no flaw',
    file: 'tools/overdue.ts',
    replace: '  if (!audit.vulnerabilities) return [',
    with: '  if (!audit.vulnerabilities) return []\n  if (!audit.vulnerabilities) return [',
    caughtBy: 'vitest run tools/overdue.test.ts',
    says: 'An audit that failed is no audit without flaws',
  },
  {
    name: 'standard: a flaw that may stay for a season',
    why: 'who reads the page believes that it is mended within a week',
    file: 'tools/overdue.ts',
    replace: 'high: 7',
    with: 'high: 90',
    caughtBy: 'vitest run tools/overdue.test.ts',
    says: 'How long a package with a flaw may stay is in writing',
  },
  {
    name: 'standard: a package of somebody’s own address',
    why: 'what it is today nobody can say tomorrow',
    file: 'package.json',
    replace: '"zod": "4.6.7"',
    with: '"zod": "github:colinhacks/zod"',
    caughtBy: documents,
    says: 'Every package is in one list with its version',
  },
  {
    name: 'standard: a bound that only the page knows',
    why: 'whoever trusts the page is stopped by nothing',
    file: 'src/platform/files/uploads.ts',
    replace: 'const LIMIT_PIXELS = 25_000_000',
    with: 'const LIMIT_PIXELS = 2_500_000_000',
    caughtBy: documents,
    says: 'The bounds of long work stand in the code as they are written there',
  },
  {
    name: 'standard: an answer with all that the code had',
    why: 'what is kept beside a name goes out with it',
    file: 'src/modules/identity/contract.ts',
    replace: 'const profile = z.object({',
    with: 'const profile = z.looseObject({',
    caughtBy: contracts,
    says: 'A call answers the fields that it names and no others',
  },
  {
    name: 'standard: a column that is written by naming it',
    why: 'a member sets their own status',
    file: 'src/modules/identity/contract.ts',
    replace: "summary: 'Change my name, phone or country', tags })\n    .input(\n      z.object({",
    with:
      "summary: 'Change my name, phone or country', tags })\n    .input(\n      " +
      'z.looseObject({',
    caughtBy: contracts,
    says: 'A call takes the fields that it names and no others',
  },
  {
    name: 'standard: a source that says itself who it is',
    why: 'each try comes from another address, and no limit holds',
    file: 'src/platform/http/log.ts',
    replace: ".split(',').at(-1)",
    with: ".split(',').at(0)",
    caughtBy: 'vitest run src/platform/http/rate-limiter.test.ts',
    says: 'Who asks is whom our own proxy saw',
  },
  {
    name: 'standard: things that are nearly the same',
    why: "'0' is 0 and [] is '', so that a check is passed by another kind",
    file: 'src/platform/http/request-sanity.ts',
    replace: 'if (hosts !== 1)',
    with: 'if (hosts != 1)',
    caughtBy: architectureCheck,
    says: 'compared to the letter',
  },
  {
    name: 'standard: a name that reaches into every object',
    why: 'one request gives all that follow a field',
    file: 'src/platform/http/body.ts',
    replace: '    value = parseExactJson(text)\n',
    with:
      '    value = parseExactJson(text)\n    for (const [key, own] of Object.entries(value as ' +
      'object)) if (own?.constructor === Object) Object.assign(({} as never)[key] ?? {}, ' +
      'own)\n',
    caughtBy: "vitest run src/platform/http/calls.test.ts -t 'a name of the prototype'",
    says: 'a name of the prototype is a 400',
  },
]
