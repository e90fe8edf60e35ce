import type { Mutant } from '../../tools/mutants.ts'

const app = 'vitest run src/platform/http/app.test.ts'
const passwords = 'vitest run src/platform/auth/passwords.test.ts'
const headers = 'src/platform/http/headers.ts'

/** What the standard asks for and a row of docs/security/asvs.md claims, each undone. */
export const mutants: Mutant[] = [
  {
    name: 'guard: HTTPS that is promised for half a year',
    why: 'whoever stands in between waits for the promise to end',
    file: headers,
    replace: 'const YEAR_S = 31_536_000',
    with: 'const YEAR_S = 15_552_000',
    caughtBy: app,
    says: 'an installation behind https says so for a year',
  },
  {
    name: 'guard: an answer whose type is guessed',
    why: 'a browser would run a proof of payment that looks like a page',
    file: headers,
    replace: "  'x-content-type-options': 'nosniff',\n",
    with: '',
    caughtBy: app,
    says: 'every answer carries the security headers',
  },
  {
    name: 'guard: a link with a token that names itself',
    why: 'whatever the page loads from elsewhere learns the token',
    file: headers,
    replace: "TOKEN_PATHS.test(c.req.path) ? 'no-referrer' : 'same-origin'",
    with: "TOKEN_PATHS.test(c.req.path) ? 'same-origin' : 'same-origin'",
    caughtBy: app,
    says: 'names itself to no other site',
  },
  {
    name: 'guard: a page that others may frame',
    why: 'a button of ours lies unseen under one of theirs',
    file: headers,
    replace: '    "frame-ancestors \'none\'",\n',
    with: '',
    caughtBy: app,
    says: 'no script runs inline or by eval',
  },
  {
    name: 'guard: a server that traces',
    why: 'it hands a cookie back that no script may read',
    file: 'src/platform/http/request-sanity.ts',
    replace: "'DELETE', 'OPTIONS'])",
    with: "'DELETE', 'OPTIONS', 'TRACE'])",
    caughtBy: app,
    says: 'TRACE, two hosts, no host and an absolute address are a 400',
  },
  {
    name: 'guard: passwords of eight characters',
    why: 'they are guessed in a day from a stolen backup',
    file: 'src/modules/identity/model.ts',
    replace: 'export const PASSWORD_MIN = 12',
    with: 'export const PASSWORD_MIN = 8',
    caughtBy: 'vitest run src/modules/identity/commands/sign-up.test.ts',
    says: 'a short password',
  },
  {
    name: 'guard: a password changed without the one of now',
    why: 'whoever finds an open browser has the account',
    file: 'src/modules/identity/commands/change-password.ts',
    replace: 'if (!hash || !(await passwordFits(hash, input.currentPassword))) throw',
    with: 'if (!hash || (await passwordFits(hash, input.currentPassword)) === null) throw',
    caughtBy: 'vitest run src/modules/identity/commands/change-password.test.ts',
    says: 'A wrong old password changes nothing',
  },
  {
    name: 'guard: common passwords that are taken',
    why: 'they are the first that anybody tries',
    file: 'src/platform/auth/passwords.ts',
    replace: '    common.has(plain) ||\n    isBreached(plain) ||\n    commonWords.has(bare) ||\n',
    with:
      '    (common.has(plain) && isBreached(plain) && commonWords.has(bare) && plain === ' +
      'bare) ||\n',
    caughtBy: passwords,
    says: 'Everything of the ten thousand passwords',
  },
  {
    name: 'guard: a digit that a password has to have',
    why: 'people put it at the end, and choose worse words',
    file: 'src/platform/auth/passwords.ts',
    replace: '    common.has(plain) ||\n    isBreached(plain) ||\n',
    with: '    common.has(plain) ||\n    !/\\d/.test(plain) ||\n    isBreached(plain) ||\n',
    caughtBy: passwords,
    says: 'No mixture of kinds of letters is asked for',
  },
  {
    name: 'guard: a password compared without its ends',
    why: 'several passwords open one account',
    file: 'src/platform/auth/passwords.ts',
    replace: 'const right = await fits(hash ?? (await decoy), password)',
    with: 'const right = await fits(hash ?? (await decoy), password.trim())',
    caughtBy: passwords,
    says: 'A password fits to the letter',
  },
]
