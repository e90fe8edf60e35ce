import ts from 'typescript'
import type { Check } from './source-rules.ts'
import { getArgument, getCallee, getImportSource, getLiteralText, isTest } from './syntax.ts'

const inside =
  (...files: string[]) =>
  (file: string) =>
    isTest(file) || files.includes(file)

const calls = (node: ts.Node, name: RegExp): node is ts.CallExpression =>
  ts.isCallExpression(node) && name.test(getCallee(node))

/** What a cipher is called by Node: a family, mostly with a length and a mode. */
const CIPHER =
  /^(id-)?(aes|aria|camellia|seed|sm4|cast5?|bf|blowfish|idea|rc2|des|chacha20)(-?\d+)?(-[a-z0-9]+)*-(ecb|cbc|cfb\d?|ofb|ctr|gcm|ccm|ocb|xts|wrap|ede3?|poly1305)\b|^(rc4|des3?|desx|chacha20)$/
const APPROVED_CIPHERS = ['aes-256-gcm', 'chacha20-poly1305']
const APPROVED_DIGESTS = ['sha256', 'sha384', 'sha512', 'sha-256', 'sha-384', 'sha-512']

/**
 * Packages that by their names do cryptography, and those of them that are known to be looked
 * after.
 */
const MAKER =
  /^(?![.#])(?!node:crypto$|crypto$).*(crypt|cipher|aes|sha\d|md5|hash|hmac|jose|jwt|jsonwebtoken|argon|pbkdf|sodium|nacl|elliptic|secp256|ed25519|forge|noble|scure|openssl|otp|uuid|nanoid|random|secure|webauthn)/
const KNOWN_MAKER =
  /^(@noble\/(hashes|curves)\/|@scure\/(base$|bip32$|bip39\/|bip39$|btc-signer$)|@simplewebauthn\/)/

/** Packages of Node that talk to other systems; the names below may be imported anywhere. */
const TALKING =
  /^(node:)?(net|tls|dgram|dns|dns\/promises|http|https|http2|inspector)$|^(undici|ws|axios|got|node-fetch)$/
const PASSIVE_NAMES = [
  'isIP',
  'AddressInfo',
  'IncomingMessage',
  'Server',
  'ServerOptions',
  'ServerResponse',
]

function talks(node: ts.Node): boolean {
  if (calls(node, /^(globalThis\.)?fetch$/)) return getArgument(node) !== undefined
  if (!TALKING.test(getImportSource(node))) return false

  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined
  if (!named || !ts.isNamedImports(named)) return true
  return named.elements.some(({ name }) => !PASSIVE_NAMES.includes(name.text))
}

/** The security rules that the source alone can show. */
export const CHECKS_OF_SECURITY: Check[] = [
  {
    rule: 'approved ciphers',
    fix:
      `encrypt with encryptSecret() of src/platform/auth/secrets.ts: ${APPROVED_CIPHERS.join(' or ')}, ` +
      'which notice a change',
    skips: (file) => file.endsWith('.test.ts'),
    finds: (node) =>
      (ts.isStringLiteralLike(node) &&
        CIPHER.test(node.text.toLowerCase()) &&
        !APPROVED_CIPHERS.includes(node.text.toLowerCase())) ||
      (ts.isIdentifier(node) && node.text === 'RSA_PKCS1_PADDING'),
  },
  {
    rule: 'validated implementations',
    fix:
      'take it from node:crypto by src/platform/auth/secrets.ts, or in a browser from ' +
      '@noble/hashes: no other maker of cryptography is known here',
    skips: () => false,
    finds: (node) =>
      MAKER.test(getImportSource(node).toLowerCase()) && !KNOWN_MAKER.test(getImportSource(node)),
  },
  {
    rule: 'one place encrypts',
    fix:
      'use encryptSecret() and decryptSecret() of src/platform/auth/secrets.ts, which bind the owner in and ' +
      'notice a change',
    skips: inside('src/platform/auth/secrets.ts'),
    finds: (node) =>
      calls(
        node,
        /\b(create(De)?[cC]ipheriv|publicEncrypt|privateDecrypt|(subtle\.)(en|de)crypt|generateKey(Pair)?(Sync)?)$/,
      ),
  },
  {
    rule: 'approved digests',
    fix:
      `name one of ${APPROVED_DIGESTS.slice(0, 3).join(', ')} literally, so that it can be ` +
      'read here; codes of authenticator apps alone are HMAC-SHA-1',
    skips: (file) => file === 'src/platform/auth/one-time-code.ts',
    finds: (node) =>
      calls(
        node,
        /\b(createHash|createHmac|hkdf(Sync)?|pbkdf2(Sync)?|createSign|createVerify|subtle\.digest)$/,
      ) &&
      !APPROVED_DIGESTS.includes(
        getLiteralText(getArgument(node, /pbkdf2/.test(getCallee(node)) ? 4 : 0)).toLowerCase(),
      ),
  },
  {
    rule: 'approved digests',
    fix: 'MD5 and SHA-1 hold nothing: take SHA-256',
    skips: (file) => file === 'src/platform/auth/one-time-code.ts',
    finds: (node) =>
      ts.isStringLiteralLike(node) &&
      /^(md[245]|sha-?1|ripemd(160)?|rsa-(md5|sha1))$/i.test(node.text),
  },
  {
    rule: 'secrets are random',
    fix:
      'what others may not guess is newToken() of src/platform/auth/secrets.ts; Math.random ' +
      'can be ' +
      'foretold',
    skips: inside('src/platform/db/transaction.ts'), // how long a busy transaction waits
    finds: (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random',
  },
  {
    rule: 'secrets are random',
    fix:
      'a random id is no secret: newId() names things, newToken() of ' +
      'src/platform/auth/secrets.ts ' +
      'opens them',
    skips: inside(
      'src/platform/auth/passwords.ts',
      'src/platform/events/shared-events.ts',
      'src/platform/client/pending-keys.ts',
    ),
    finds: (node) =>
      ts.isIdentifier(node) && node.text === 'randomUUID' && !ts.isImportSpecifier(node.parent),
  },
  {
    rule: 'one way to outside systems',
    fix:
      'ask outside by askOutside() of src/platform/http/fetch-external-json.ts, mail by ' +
      'app.mail, ' +
      'and write whom you ask into docs/security/connections.md',
    skips: (file) =>
      isTest(file) ||
      file.startsWith('src/platform/client/') ||
      [
        'src/platform/files/s3-requests.ts',
        'src/platform/http/fetch-external-json.ts',
        'src/platform/monitoring/metrics.ts',
        'src/web/dev/post-tool.ts',
      ].includes(file),
    finds: talks,
  },
  {
    rule: 'one log',
    fix: 'write by app.log, which cuts secrets out and names the request',
    skips: isTest,
    finds: (node) =>
      ts.isPropertyAccessExpression(node) &&
      /^(console\.\w+|process\.std(out|err))$/.test(node.getText()),
  },
  {
    rule: 'strict comparison',
    fix: 'compare by === and !==; == null alone stands for null and undefined',
    skips: () => false,
    finds: (node) =>
      ts.isBinaryExpression(node) &&
      [ts.SyntaxKind.EqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken].includes(
        node.operatorToken.kind,
      ) &&
      node.right.kind !== ts.SyntaxKind.NullKeyword,
  },
]
