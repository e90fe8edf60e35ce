// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import type { Mutant } from '../../tools/mutants.ts'

const app = 'vitest run src/platform/http/app.test.ts'
const calls = 'vitest run src/platform/http/calls.test.ts'
const mail = 'vitest run src/modules/notifications/commands/send-mail.test.ts'
const rules = 'vitest run tests/properties/written-rules.test.ts'
const named =
  "vitest run tests/properties/hostile-uploads.test.ts -t 'says nothing about where it goes'"
const reads = "vitest run tests/properties/authorisation.test.ts -t 'what is only read'"
const withdraw = 'vitest run src/modules/withdrawals/commands/request-withdrawal.test.ts'

/**
 * What the standard's chapters 1 to 5 ask for and a row of docs/security/asvs.md claims, each
 * undone.
 */
export const mutants: Mutant[] = [
  {
    name: 'standard: a path that leads a feed elsewhere',
    why: 'the server asks whom it is told to, within our own network too',
    file: 'src/platform/http/fetch-external-json.ts',
    replace: '  if (url.origin !== new URL(base).origin) throw',
    with: '  if (url.protocol !== new URL(base).protocol) throw',
    caughtBy: 'vitest run src/platform/http/fetch-external-json.test.ts',
    says: 'a path that leads to another host is not asked for',
  },
  {
    name: 'standard: an address decoded twice',
    why: 'what was looked at isn’t what is used: a slash or a NUL comes in behind the check',
    file: 'src/platform/http/calls.ts',
    replace: '  return params ?? {}\n',
    with:
      '  return JSON.parse(decodeURIComponent(JSON.stringify(params ?? ' +
      "{}).replace(/%(?![0-9A-F]{2})/g, '%25')))\n",
    caughtBy: calls,
    says: 'a text is decoded once and written once',
  },
  {
    name: 'standard: an answer whose texts are written by hand',
    why: 'a quotation mark in a name makes fields of an answer that nobody meant',
    file: 'src/lib/exact-json.ts',
    replace: "    typeof item === 'bigint' ? json.rawJSON(amountText(item, 'USD')) : item,\n",
    with:
      "    typeof item === 'bigint'\n      ? json.rawJSON(amountText(item, 'USD'))\n      : " +
      "typeof item === 'string'\n        ? item.replace(/['\\\\]/g, '\\\\$&')\n        : " +
      'item,\n',
    caughtBy: calls,
    says: 'a text is decoded once and written once',
  },
  {
    name: 'standard: fields that bring a prototype along',
    why: 'what was never sent is there: a check reads it, and what is kept lacks it',
    file: 'src/platform/http/calls.ts',
    replace: '{ ...(await readInput(raw, meta)), ...cleanParams(match.params) }',
    with: 'Object.assign({}, await readInput(raw, meta), cleanParams(match.params))',
    caughtBy: calls,
    says: 'a name of the prototype is a 400',
  },
  {
    name: 'standard: an amount that only the screen looks at',
    why:
      'whoever asks without our screens moves nothing, as often as they like, or less than ' +
      'nothing',
    file: 'src/platform/http/schemas.ts',
    replace:
      "export const usdAmount = usdAmountOrZero.refine((cents) => cents > 0n, 'Please enter " +
      "a valid amount.')",
    with: 'export const usdAmount = usdAmountOrZero',
    caughtBy: calls,
    says: 'no amount is a 400',
  },
  {
    name: 'standard: a form of any site that is read as JSON',
    why: 'a browser sends it with the member’s cookie and asks nobody before',
    file: 'src/platform/http/body.ts',
    replace: '  if (type && type !== wanted)\n',
    with: "  if (type && type !== wanted && (upload || type !== 'text/plain'))\n",
    caughtBy: calls,
    says: 'plain text is a 415',
  },
  {
    name: 'standard: a file’s name as it came in a header',
    why: 'a quotation mark in it gives the file another name, and another ending',
    file: 'src/platform/http/file.ts',
    replace: "file.name.replace(/[^\\w.-]/g, '_')",
    with: 'file.name',
    caughtBy: calls,
    says: 'the name of a file stays in its place in the header',
  },
  {
    name: 'standard: an id that bends the address it is put into',
    why: 'a link to one thing would ask for another, or for another site',
    file: 'src/platform/client/link.ts',
    replace: '    return encodeURIComponent(value)\n',
    with: '    return value\n',
    caughtBy: 'vitest run src/platform/client/link.test.ts',
    says: 'an address of a call stays one',
  },
  {
    name: 'standard: words made safe before they are kept',
    why: 'a name with an ampersand is wrong for ever, and wherever it isn’t shown as markup',
    file: 'src/modules/notifications/steps/queue-mail.ts',
    replace: 'jsonText(data)',
    with: "jsonText(data).replaceAll('&', '&amp;').replaceAll('<', '&lt;')",
    caughtBy: mail,
    says: 'raw in the outbox',
  },
  {
    name: 'standard: mails in whose words gaps are filled',
    why: 'whoever writes a name reads what the template knows, or runs what it can',
    file: 'src/modules/notifications/commands/send-mail.ts',
    replace: '  const html = await render(element)\n',
    with:
      '  const html = (await render(element)).replace(/\\{\\{(\\d+)\\*(\\d+)\\}\\}/g, (_all, ' +
      'a, b) => String(a * b))\n',
    caughtBy: mail,
    says: 'no gap of a template',
  },
  {
    name: 'standard: mails that are written in markdown',
    why: 'what a member wrote becomes a link of ours to wherever they like',
    file: 'src/modules/notifications/commands/send-mail.ts',
    replace: '  const html = await render(element)\n',
    with:
      "  const html = (await render(element)).replace(/\\[(.+?)\\]\\((.+?)\\)/g, '<a " +
      'href="$2">$1</a>\')\n',
    caughtBy: mail,
    says: 'no markdown',
  },
  {
    name: 'standard: a text of any length',
    why: 'what nobody reads is kept, compared and mailed as long as a request can be',
    file: 'src/modules/identity/contract.ts',
    replace: 'confirm_password: z.string().max(1024).optional()',
    with: 'confirm_password: z.string().optional()',
    caughtBy: rules,
    says: 'Every text and every list that a call takes says how long it may be',
  },
  {
    name: 'standard: a field that takes more than is written down',
    why: 'whoever relies on the page is wrong, and nobody was asked whether so much is well',
    file: 'src/modules/withdrawals/contract.ts',
    replace: '.union([z.string().max(300), z.number()])',
    with: '.union([z.string().max(3_000), z.number()])',
    caughtBy: rules,
    says: 'docs/security/inputs.md says of each call what it takes',
  },
  {
    name: 'standard: an address of a test network in live',
    why: 'real coin is sent to where nobody can fetch it',
    file: 'src/modules/withdrawals/model.ts',
    replace: "checked.network === 'testnet' && mode === 'live'",
    with: "checked.network === 'testnet' && mode !== 'live'",
    caughtBy: rules,
    says: 'and what has to fit together',
  },
  {
    name: 'standard: a limit that is another one than is written down',
    why: 'one member holds coin amounts that everybody else then can’t have',
    file: 'src/modules/deposits/model.ts',
    replace: 'export const OPEN_QUOTES_LIMIT = 5\n',
    with: 'export const OPEN_QUOTES_LIMIT = 50\n',
    caughtBy: rules,
    says: 'docs/security/limits.md says how much of anything',
  },
  {
    name: 'standard: a kind of file that nobody wrote down',
    why: 'it is decoded by what nobody has looked at',
    file: 'src/platform/files/uploads.ts',
    replace: "const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const",
    with: "const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const",
    caughtBy: rules,
    says: 'docs/security/limits.md says how much of anything',
  },
  {
    name: 'standard: an SVG that is taken',
    why: 'a script in it runs under our address when somebody opens it',
    file: 'src/platform/files/uploads.ts',
    replace: '  if (!type)\n',
    with:
      '  if (/^\\s*<svg/.test(Buffer.from(bytes).toString())) return { content: bytes, type: ' +
      "'image/png', extension: 'svg' }\n  if (!type)\n",
    caughtBy: 'vitest run src/platform/files/uploads.test.ts',
    says: 'what is something else, whatever it is called, is refused',
  },
  {
    name: 'standard: a picture that is unfolded before anybody asks how large it is',
    why: 'a file of a few kilobytes takes all memory',
    file: 'src/platform/files/uploads.ts',
    replace: 'export const LIMIT_PIXELS = 25_000_000\n',
    with: 'export const LIMIT_PIXELS = 25_000_000_000\n',
    caughtBy: 'vitest run src/platform/files/uploads.test.ts',
    says: 'claims more pixels than a picture has is refused',
  },
  {
    name: 'standard: a proof that is shown instead of downloaded',
    why: 'a browser takes it for a page of ours',
    file: 'src/platform/http/file.ts',
    replace: "\"sandbox; default-src 'none'; frame-ancestors 'none'\"",
    with: "\"default-src 'self'; frame-ancestors 'none'\"",
    caughtBy: named,
    says: 'says nothing about where it goes or how it is handed out',
  },
  {
    name: 'standard: a download without a name of ours',
    why:
      'the browser makes one up from the address or the content, with the ending that suits ' +
      'who sent it',
    file: 'src/platform/http/file.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how it stands in the file
    replace: '`attachment; filename="${name}"`',
    with: "name === '' ? 'inline' : 'attachment'",
    caughtBy: named,
    says: 'says nothing about where it goes or how it is handed out',
  },
  {
    name: 'standard: uploads in a folder that is served',
    why: 'what somebody sent is a page or a program of ours for whoever knows its address',
    file: 'src/platform/http/app.ts',
    replace: '  mount?.(http)\n',
    with:
      "  http.get('/files/*', async (c) => {\n    const found = await " +
      "app.files.read(c.req.path.slice('/files/'.length)).catch(() => null)\n    return found " +
      '? c.body(Buffer.from(found)) : c.notFound()\n  })\n  mount?.(http)\n',
    caughtBy: named,
    says: 'says nothing about where it goes or how it is handed out',
  },
  {
    name: 'standard: a proof kept under the name it came with',
    why: 'the name leads out of the folder, over a file of ours',
    file: 'src/modules/deposits/api.ts',
    replace: '    const { payment_proof: proof } = input\n',
    with:
      '    const { payment_proof: proof } = input\n    if (proof instanceof File) await ' +
      'app.files.write(`proofs/${proof.name}`, await proof.bytes())\n',
    caughtBy: named,
    says: 'says nothing about where it goes or how it is handed out',
  },
  {
    name: 'standard: a session’s cookie that leaves without TLS',
    why: 'whoever listens on the way has the account',
    file: 'src/platform/http/cookies.ts',
    replace: "  if (options.secure) parts.push('Secure')\n",
    with: '',
    caughtBy: app,
    says: 'a cookie is bound to this very host and to https',
  },
  {
    name: 'standard: a session’s cookie that any site may send along',
    why: 'another site acts with it',
    file: 'src/platform/http/cookies.ts',
    replace: "'HttpOnly', 'SameSite=Lax'",
    with: "'HttpOnly', 'SameSite=None'",
    caughtBy: app,
    says: 'a cookie is bound to this very host and to https',
  },
  {
    name: 'standard: a session’s cookie without its prefix',
    why:
      'a neighbour below the same domain sets one of its own, and the member is in somebody ' +
      'else’s account',
    file: 'src/modules/identity/model.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how it stands in the file
    replace: "${publicUrl.startsWith('https:') ? '__Host-' : ''}candor_",
    with: 'candor_',
    caughtBy: app,
    says: 'a cookie is bound to this very host and to https',
  },
  {
    name: 'standard: a session’s token that a script can read',
    why: 'one careless line in a screen, and the session is somewhere else',
    file: 'src/modules/identity/api.ts',
    replace: "  if (asked !== 'cookie') return { token: opened.token }\n",
    with:
      "  if (asked !== 'cookie') return { token: opened.token }\n  if (opened.device) " +
      "context.reply.append('x-session', opened.token)\n",
    caughtBy: app,
    says: 'a cookie is bound to this very host and to https',
  },
  {
    name: 'standard: a call over HTTP that is answered',
    why:
      'a program goes on sending its token where anybody on the way reads it, and nobody ' +
      'notices',
    file: 'src/platform/http/request-sanity.ts',
    replace: "    if (c.req.path.startsWith('/api/') || !['GET', 'HEAD'].includes(c.req.method))\n",
    with: "    if (!['GET', 'HEAD'].includes(c.req.method))\n",
    caughtBy: app,
    says: 'only a page leads from there to https',
  },
  {
    name: 'standard: answers that any site may read',
    why: 'a page of somebody else reads what the member owns',
    file: 'src/platform/http/headers.ts',
    replace: "    c.res.headers.set('referrer-policy',",
    with:
      "    const origin = c.req.header('origin')\n    if (origin) " +
      "c.res.headers.set('access-control-allow-origin', origin)\n    " +
      "c.res.headers.set('referrer-policy',",
    caughtBy: app,
    says: 'no site is told that it may read an answer',
  },
  {
    name: 'standard: reading that marks as read',
    why: 'a picture in a mail, or a browser that looks ahead, changes what the member sees',
    file: 'src/modules/notifications/api.ts',
    replace: '    const filter = { ...(before',
    with:
      '    await readNotices(app, member(), { upTo: BigInt(Number.MAX_SAFE_INTEGER) })\n    ' +
      'const filter = { ...(before',
    caughtBy: reads,
    says: 'a GET changes nothing',
  },
  {
    name: 'standard: a table of a statement in no letters of its own',
    why:
      'a browser or a spreadsheet guesses them, and what it guesses can make a name into ' +
      'something else',
    file: 'src/modules/portfolio/api.ts',
    replace: "{ type: 'text/csv;charset=utf-8' })",
    with: "{ type: 'text/csv' })",
    caughtBy: reads,
    says: 'every answer says what it is',
  },
  {
    name: 'standard: a source that names itself',
    why: 'who guesses passwords is somebody else with each guess',
    file: 'src/platform/http/log.ts',
    replace: ".split(',').at(-1)?.trim()",
    with: ".split(',').at(0)?.trim()",
    caughtBy: 'vitest run src/platform/http/rate-limiter.test.ts',
    says: 'What a client says of where it comes from counts for nothing',
  },
  {
    name: 'standard: a withdrawal in one coin to an address of another',
    why: 'the coin is gone',
    file: 'src/modules/withdrawals/queries/withdrawal-request.ts',
    replace: 'addressFor(terms.coin, address,',
    with: "addressFor(address.startsWith('0x') ? terms.coin : 'BTC', address,",
    caughtBy: withdraw,
    says: 'what is missing or no amount is refused',
  },
  {
    name: 'standard: a withdrawal below the minimum',
    why: 'its fee eats it, and the queue is full of them',
    file: 'src/modules/withdrawals/model.ts',
    replace: '  if (amount < minWithdrawal && amount !== available)\n',
    with: '  if (amount < minWithdrawal && amount === available)\n',
    caughtBy: withdraw,
    says: 'what is missing or no amount is refused',
  },
  {
    name: 'standard: a deposit confirmed before anything was proved',
    why: 'a quote that nobody paid becomes money',
    file: 'src/modules/deposits/commands/confirm-deposit.ts',
    replace: "  if (status === 'pending') return\n",
    with: "  if (status !== 'rejected') return\n",
    caughtBy: 'vitest run src/modules/deposits/commands/confirm-deposit.test.ts',
    says: 'nothing is credited without a proof',
  },
]
