/** The text in the address of the request that is hidden in another one. */
export const SECOND = 'smuggled'

export type Smuggling = { name: string; bytes: string }

const HIDDEN = `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`
const ENDED = `0\r\n\r\n${HIDDEN}`

/** Ways to write a Transfer-Encoding that one reader takes for one and another doesn't. */
const ENCODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  ' Transfer-Encoding: chunked',
  '\tTransfer-Encoding: chunked',
  'Transfer-Encoding:chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: \tchunked',
  'Transfer-Encoding: chunked\t',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: ChUnKeD',
  'TRANSFER-ENCODING: CHUNKED',
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: 'chunked'",
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\x0b',
  'Transfer-Encoding: \x00chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\r\n : chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Content-Encoding: chunked',
]

const head = (lines: readonly string[], start = 'POST /api/user HTTP/1.1') =>
  `${[start, 'Host: a', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`

/**
 * By the length the whole is one body; by the chunks it ends at once, and a second request
 * follows it.
 */
const byLength = (encoding: string, at: number): Smuggling => ({
  name: `length against ${at}: ${JSON.stringify(encoding)}`,
  bytes: head([`Content-Length: ${ENDED.length}`, encoding]) + ENDED,
})

/** By the chunks the whole is one body; by the length it ends after four bytes. */
function byChunks(lengths: readonly string[], name: string): Smuggling {
  const size = HIDDEN.length.toString(16)
  return {
    name: `chunks against ${name}`,
    bytes: `${head(['Transfer-Encoding: chunked', ...lengths])}${size}\r\n${HIDDEN}\r\n0\r\n\r\n`,
  }
}

const LENGTHS: Record<string, readonly string[]> = {
  'a short length': ['Content-Length: 4'],
  'a length of nothing': ['Content-Length: 0'],
  'two lengths': ['Content-Length: 4', 'Content-Length: 6'],
  'a length in capitals': ['CONTENT-LENGTH: 4'],
}

/**
 * Lengths that a strict reader refuses, with a second request where a lenient one ends the body.
 */
const BAD_LENGTHS = [
  '5, 6',
  '+5',
  '0x5',
  '-5',
  '5\x0b',
  '5 5',
  '1e1',
  '٥',
  '5.0',
  '99999999999999999999',
  '5;x',
  '',
]

const byBadLength = (length: string): Smuggling => ({
  name: `the length ${JSON.stringify(length)}`,
  bytes: `${head([`Content-Length: ${length}`])}{"a":${HIDDEN}`,
})

/**
 * Chunks that a strict reader refuses. The sign-up before them is whole: it may not be carried out.
 */
const buildChunked = (name: string, chunks: string): Smuggling => ({
  name: `chunks: ${name}`,
  bytes: head(['Transfer-Encoding: chunked']) + chunks,
})

function badChunks(signUp: string): Smuggling[] {
  const whole = `${signUp.length.toString(16)}\r\n${signUp}\r\n`
  const sizes = ['0x0', '-1', 'G', '+0', ' 0', '0_0', 'FFFFFFFFFFFFFFFFF', '', '0;\n', '0\n']

  return [
    ...sizes.map((size) =>
      buildChunked(`the size ${JSON.stringify(size)}`, `${whole}${size}\r\n${HIDDEN}`),
    ),
    buildChunked('no line behind a chunk', `${whole.slice(0, -2)}0\r\n\r\n${HIDDEN}`),
    buildChunked(
      'a chunk that is longer than it says',
      `${whole.slice(0, -2)}x\r\n0\r\n\r\n${HIDDEN}`,
    ),
    buildChunked('a line feed alone behind the last', `${whole}0\n\n${HIDDEN}`),
    buildChunked('no end', whole),
    buildChunked('a length in the trailer', `${whole}0\r\nContent-Length: 5\x00\r\n\r\n${HIDDEN}`),
  ]
}

/** First lines and hosts that are read in two ways; what they hide is in the same head. */
const heads: Smuggling[] = [
  ['a host twice', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
  ['no host', `GET /api/plans?${SECOND} HTTP/1.1\r\n\r\n`],
  ['an absolute address', `GET http://a/api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a host with a path', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a/b\r\n\r\n`],
  ['a host with a name before it', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: x@a\r\n\r\n`],
  ['a host with a space', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a b\r\n\r\n`],
  ['a host on a folded line', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n b\r\n\r\n`],
  ['a method of their own', `SMUG /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a method that traces', `TRACE /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a method that connects', `CONNECT a:80/${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['small letters', `get /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a version to come', `GET /api/plans?${SECOND} HTTP/3.0\r\nHost: a\r\n\r\n`],
  ['no version', `GET /api/plans?${SECOND}\r\n\r\n`],
  ['the beginning of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`],
  ['a tab in the first line', `GET\t/api/plans?${SECOND}\tHTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a space in the address', `GET /api/plans?${SECOND} x HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a backslash in the address', `GET \\api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['two slashes at the start', `GET //a/api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a header without a name', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n`],
  [
    'a space in the name of a header',
    `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\nX Y: z\r\n\r\n`,
  ],
  ['a NUL in a header', `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n`],
  [
    'a head without an end',
    `GET /api/plans?${SECOND} HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  ],
].map(([name = '', bytes = '']) => ({ name: `head: ${name}`, bytes }))

/** Every case; `signUp` is a body that would be carried out if it came alone. */
export const smugglings = (signUp: string): Smuggling[] => [
  ...ENCODINGS.map(byLength),
  ...Object.entries(LENGTHS).map(([name, lengths]) => byChunks(lengths, name)),
  ...BAD_LENGTHS.map(byBadLength),
  ...badChunks(signUp),
  ...heads,
]

/** An upload that hardly ends, with its length declared beforehand or not. */
export function* endlessUpload(bytes: number, isLengthDeclared: boolean): Generator<string> {
  const type = 'Content-Type: multipart/form-data; boundary=x'
  const size = isLengthDeclared ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked'
  yield `POST /api/enquiries HTTP/1.1\r\nHost: a\r\n${type}\r\n${size}\r\n\r\n`
  const chunk = isLengthDeclared ? 'y'.repeat(65_536) : `10000\r\n${'y'.repeat(65_536)}\r\n`
  for (let sent = 0; sent < bytes; sent += 65_536) yield chunk
}
