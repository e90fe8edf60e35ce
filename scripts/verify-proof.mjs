// Checks a proof that a member downloaded, independently of the server: of the own balances in the
// published total, or of one entry of the own statement in the public log. It reads one file and needs
// only Node 20 or later: no package and no network. Node 24 also verifies ML-DSA-44.
//
// node verify-proof.mjs PROOF.json --email ADDRESS --key VKEY [--cash DOLLARS] [--invested DOLLARS]
//   [--profit DOLLARS] [--pending DOLLARS] [--due DOLLARS] [--witness VKEY]... [--min-witnesses N]
// node verify-proof.mjs ENTRY.json --key VKEY [--witness VKEY]... [--min-witnesses N]
// --key is a key of the log, --witness a key of a witness that you have from that witness, and
// --min-witnesses how many of those must have signed. The keys of witnesses that the file names are
// those that its sender chose: they show nothing that the sender couldn't make.
// Exit codes: 0 correct, 1 wrong, 2 correct by the keys and amounts of the file alone.
//
// Of an entry it recomputes: its hash from its text and its salt; the digest of its block from the
// hashes of all its rows; each block up to the head that the log names; and that head's entry to the
// root of the log. Of a balance it recomputes: each slip from your address, the epoch and your nonce;
// the paths of all to the published nodes; the nodes to the root of the manifest; the ranges and totals of
// the manifest; the entry of the manifest to the root of the log; and the signatures of the log and its
// witnesses. It checks that your slips lie in the ranges of their values, that none is used twice,
// and that they add up to your amounts.
//
// It can't know whether people were left out who never check, what the operator owes elsewhere, or
// whether the assets are there. Take --key from a statement or a person, not from the file.
// @ts-nocheck: plain JavaScript, so that it can be read without knowledge of TypeScript.
import { createHash, createPublicKey, verify } from 'node:crypto'
import * as fs from 'node:fs'

const KINDS = ['cash', 'invested', 'profit', 'pending', 'due']
const OWED = ['cash', 'invested', 'profit', 'pending']

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hashLeaf = (entry) => sha256(Buffer.of(0), entry)
const hashNode = (left, right) => sha256(Buffer.of(1), left, right)
const require = (holds, problem) => {
  if (!holds) throw new Error(problem)
}
const decode = (text) => {
  const bytes = Buffer.from(String(text), 'base64')
  require(bytes.toString('base64') === text, 'a hash is not written in base64')
  return bytes
}
const splitHashes = (bytes) => {
  require(bytes.length % 32 === 0, 'a list of hashes is cut off')
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

// The parts of a file: each must have its type, so that one place can't be written in two ways

const isText = (value) => typeof value === 'string'
const isCount = (value) => Number.isSafeInteger(value) && value >= 0
const isNumeral = (value) => isText(value) && /^(0|[1-9]\d{0,18})$/.test(value)
const isTextOrNull = (value) => value === null || isText(value)
const isListOf = (isPart) => (value) => Array.isArray(value) && value.every(isPart)
const isRow = (isParts) => (value) =>
  Array.isArray(value) &&
  value.length === isParts.length &&
  isParts.every((isPart, at) => isPart(value[at]))
const isRecord = (parts) => (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(parts).every(([name, isPart]) => isPart(value[name]))
const isByKind = (isPart) => isRecord(Object.fromEntries(KINDS.map((kind) => [kind, isPart])))

const PROVED = {
  entry: isText,
  logProof: isText,
  vkeys: isListOf(isText),
  witnesses: isListOf(isText),
}
const LINK = {
  block: isNumeral,
  first_seq: isNumeral,
  last_seq: isNumeral,
  chained_at: isNumeral,
  digest: isText,
  previous_hash: isText,
  hash: isText,
}
const OWN_ROW = { seq: isNumeral, text: isTextOrNull, salt: isTextOrNull }
const isEntryFile = isRecord({
  ...PROVED,
  seq: isNumeral,
  block: isRecord({ ...LINK, leaves: isText, rows: isListOf(isRecord(OWN_ROW)) }),
  links: isListOf(isRecord(LINK)),
})
const isBalanceFile = isRecord({
  ...PROVED,
  email: isText,
  amounts: isByKind(isNumeral),
  proof: isRecord({
    epoch: isText,
    nonce: isText,
    slips: isListOf(isRow([isText, isCount, isCount, isCount])),
    hashes: isText,
  }),
  nodes: isText,
})
const isManifest = isRecord({
  epoch: isText,
  day: isText,
  seq: isNumeral,
  size: isCount,
  root: isText,
  slips: isByKind(isListOf(isRow([isCount, isCount]))),
  totals: isByKind(isText),
  owedCents: isText,
})

function parseFile(text, format, isFile) {
  const file = JSON.parse(text)
  require(file?.format === format, 'the file has another format')
  require(isFile(file), 'a part of the file is missing or has another form')
  return file
}

/** The entry of the log that a file is about. */
function parseEntry(text) {
  const entry = JSON.parse(text)
  const isCanonical = canonical(entry) === text
  require(isCanonical && entry.v === 1 && isText(entry.at), 'the entry is not canonical')
  return entry
}

/** The text of canonical JSON: names sorted, no blanks. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.keys(value).sort()
  return `{${pairs.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

// Signed notes: c2sp.org/signed-note and c2sp.org/tlog-cosignature

function parseVkey(text) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  require(name, `${text} is not NAME+ID+KEY`)
  const bytes = decode(encoded)
  const computed = sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex')
  require(computed === id, `the key of ${name} is damaged`)
  return { name, id, type: bytes[0], key: bytes.subarray(1) }
}

function toPublicKey({ type, key }) {
  const text = key.toString('base64url')
  return createPublicKey({
    key:
      type === 6
        ? { kty: 'AKP', alg: 'ML-DSA-44', pub: text }
        : { kty: 'OKP', crv: 'Ed25519', x: text },
    format: 'jwk',
  })
}

function signedMessage({ name, type }, text, checkpoint, time) {
  if (type === 1) return Buffer.from(text)
  if (type === 4) return Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`)
  const withLength = (part) =>
    Buffer.concat([Buffer.of(Buffer.byteLength(part)), Buffer.from(part)])
  const size = Buffer.alloc(16)
  size.writeBigUInt64BE(BigInt(checkpoint.size), 8)
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    withLength(name),
    time,
    withLength(checkpoint.origin),
    size,
    checkpoint.root,
  ])
}

/** Returns the checkpoint of a note and which of the keys signed it. */
function openNote(note, keys) {
  const end = note.lastIndexOf('\n\n')
  require(end > 0, 'the checkpoint is not a signed note')
  const text = note.slice(0, end + 1)
  const [origin, size, root] = text.split('\n')
  require(/^(0|[1-9]\d{0,15})$/.test(size), 'the checkpoint has no size')
  const checkpoint = { origin, size: Number(size), root: decode(root) }
  require(isCount(checkpoint.size), 'the log is too large')
  const signers = []

  for (const line of note.slice(end + 2, -1).split('\n')) {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
    require(name, 'a line of the checkpoint is no signature')
    const bytes = decode(encoded)
    const id = bytes.subarray(0, 4).toString('hex')
    const key = keys.find((one) => one.name === name && one.id === id)
    if (!key) continue

    const timed = key.type !== 1
    const time = bytes.subarray(4, 12)
    const message = signedMessage(key, text, checkpoint, time)
    let publicKey
    try {
      publicKey = toPublicKey(key)
    } catch {
      continue // this Node doesn't know the algorithm
    }
    const good = verify(null, message, publicKey, bytes.subarray(timed ? 12 : 4))
    require(good, `the signature of ${name} is wrong`)
    signers.push({ key, at: timed ? new Date(Number(time.readBigUInt64BE()) * 1000) : null })
  }

  return { ...checkpoint, signers }
}

// The log: c2sp.org/tlog-proof and RFC 9162, 2.1.3.2

function rootOfInclusion(index, size, leaf, proof) {
  let [place, last, root] = [BigInt(index), BigInt(size) - 1n, leaf]
  require(place <= last, 'the entry is beyond the log')
  for (const hash of proof) {
    require(last > 0n, 'the proof of the entry is too long')
    if (place % 2n === 1n || place === last) {
      root = hashNode(hash, root)
      while (place % 2n === 0n && place > 0n) [place, last] = [place / 2n, last / 2n]
    } else root = hashNode(root, hash)
    ;[place, last] = [place / 2n, last / 2n]
  }
  require(last === 0n, 'the proof of the entry is too short')
  return root
}

/**
 * Checks the proof of an entry. The keys of the log alone sign for it; its witnesses are those of
 * the others that cosigned it.
 */
function checkLogProof(text, entry, { keys, witnesses = [] }) {
  const end = text.indexOf('\n\n')
  const [heading, index, ...hashes] = text.slice(0, end).split('\n')
  require(heading === 'c2sp.org/tlog-proof@v1', 'the proof of the entry has another format')
  require(/^index (0|[1-9]\d{0,15})$/.test(index), 'the proof of the entry has no index')
  const note = text.slice(end + 2)
  const own = keys.map(parseVkey)
  const checkpoint = openNote(note, own)
  const isSigned = checkpoint.signers.some(({ key }) => key.name === checkpoint.origin)
  require(isSigned, 'the checkpoint is not signed by the key of its log')

  const root = rootOfInclusion(index.slice(6), checkpoint.size, hashLeaf(entry), hashes.map(decode))
  require(root.equals(checkpoint.root), 'the entry of the log is not in it')
  return { checkpoint, witnesses: listCosigners(note, checkpoint, own, witnesses.map(parseVkey)) }
}

/**
 * The names of the witnesses that signed, each once: a log is no witness of itself, by its name or
 * by one of its keys, and a key under two names is one witness.
 */
function listCosigners(note, { origin }, own, witnesses) {
  const names = new Set([origin])
  const counted = new Set(own.map(({ key }) => key.toString('hex')))

  const cosigners = openNote(note, witnesses).signers.filter(({ key: { name, key }, at }) => {
    const publicKey = key.toString('hex')
    const isAnother = at !== null && !names.has(name) && !counted.has(publicKey)
    names.add(name)
    counted.add(publicKey)
    return isAnother
  })
  return new Set(cosigners.map(({ key }) => key.name))
}

// Entries of the ledger: the rules of its hash chain

const decodeHex = (text) => {
  require(/^([0-9a-f]{2})*$/.test(text), 'a hash is not written in hex')
  return Buffer.from(text, 'hex')
}

/** The hash that a block must have: PostgreSQL writes a comma and a space between the parts. */
const hashBlock = (b) => {
  const parts = [b.block, b.first_seq, b.last_seq, b.chained_at, b.digest]
  return sha256(
    decodeHex(b.previous_hash),
    `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`,
  )
}

/** The hash of an entry: of its salt and the hash of its text; older entries have no salt. */
const hashEntry = ({ text, salt }) =>
  salt === null ? sha256(text) : sha256(decodeHex(salt), sha256(text))

function checkChain({ seq, block, links }) {
  const count = Number(BigInt(block.last_seq) - BigInt(block.first_seq) + 1n)
  const leaves = decodeHex(block.leaves)
  require(leaves.length === 32 * count, 'the block lacks hashes of its rows')
  require(sha256(leaves).toString('hex') === block.digest, 'the rows do not give the block')

  const row = block.rows.find((one) => one.seq === seq)
  const place = Number(BigInt(seq) - BigInt(block.first_seq))
  require(row && place >= 0 && place < count, 'the entry is in another block')
  const leaf = leaves.subarray(32 * place, 32 * place + 32)
  if (row.text !== null) require(hashEntry(row).equals(leaf), 'the entry does not give its hash')

  let last
  for (const one of [block, ...links]) {
    require(hashBlock(one).toString('hex') === one.hash, `block ${one.block} has another hash`)
    const follows =
      !last ||
      (one.previous_hash === last.hash &&
        BigInt(one.block) === BigInt(last.block) + 1n &&
        BigInt(one.first_seq) === BigInt(last.last_seq) + 1n)
    require(follows, `block ${one.block} does not follow the one before`)
    last = one
  }
  return { row, head: last }
}

/**
 * Checks the downloaded file of an entry with the keys that its reader knows. Returns what it proves;
 * throws what is wrong.
 */
export function verifyEntryFile(text, known) {
  const file = parseFile(text, 'candor/entry-proof/v1', isEntryFile)
  const { row, head } = checkChain(file)
  const entry = parseEntry(file.entry)
  const { kind, body } = entry
  const isHead = body.block === head.block && body.seq === head.last_seq && body.hash === head.hash
  require(kind === 'ledger-head' && isHead, 'the log names another block')

  const proved = checkLogProof(file.logProof, Buffer.from(file.entry), known)
  return { row, head, at: entry.at, ...proved }
}

// The manifest and the slips

function parseManifest(body) {
  const ranges = []
  const totals = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))
  let start = 0
  require(Object.keys(body.slips).every((kind) =>
    KINDS.includes(kind),
  ), 'the manifest has an unknown kind')
  for (const kind of KINDS) {
    let previous = 0
    for (const [value, count] of body.slips[kind]) {
      require(count > 0 && value > previous, `the values of ${kind} are not in their order`)
      ranges.push({ kind, value, start, end: start + count })
      totals[kind] += BigInt(value) * BigInt(count)
      start += count
      previous = value
    }
    require(body.totals[kind] ===
      String(totals[kind]), `the total of ${kind} is not the sum of its slips`)
  }
  const owed = OWED.reduce((sum, kind) => sum + totals[kind], 0n)
  require(body.owedCents === String(owed), 'the published total is not the sum of the slips')
  require(body.size === start, 'the slips are not as many as the tree has leaves')
  return { epoch: body.epoch, day: body.day, seq: body.seq, size: start, ranges, owed }
}

function checkNodes(nodes, root) {
  let level = nodes
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
      2 * at + 1 < level.length ? hashNode(level[2 * at], level[2 * at + 1]) : level[2 * at],
    )
  require(level.length === 0 ||
    level[0].equals(root), 'the nodes do not give the root of the manifest')
}

/**
 * The nodes that leaves lead to, by their places. On each level the hashes are those of the
 * neighbours that the leaves don't lead to, by place; all of them must be used.
 */
function foldPaths(leaves, hashes, size, height) {
  let level = leaves
  for (let at = 0; at < height; at++) {
    const parents = new Map()
    for (const place of [...level.keys()].sort((one, other) => one - other)) {
      const parent = Math.floor(place / 2)
      if (parents.has(parent)) continue // its neighbour on the left led there

      const hash = level.get(place)
      const sibling = place % 2 === 0 ? place + 1 : place - 1
      const isAlone = sibling >= Math.ceil(size / 2 ** at)
      const other = isAlone ? null : (level.get(sibling) ?? hashes.shift())
      require(other !== undefined, 'the proof has too few hashes')
      if (isAlone) parents.set(parent, hash)
      else parents.set(parent, place % 2 === 0 ? hashNode(hash, other) : hashNode(other, hash))
    }
    level = parents
  }

  require(hashes.length === 0, 'the proof has too many hashes')
  return level
}

/**
 * The height of the published nodes of a tree: at most 4,096 of them, and 16,384 of more than two
 * million slips.
 */
export function getNodeHeight(size) {
  const heightFor = (nodes) => Math.max(0, Math.ceil(Math.log2(size / nodes)))
  return Math.min(heightFor(4_096), Math.max(9, heightFor(16_384)))
}

function checkSlips(manifest, nodes, proof, email, amounts) {
  require(proof.epoch === manifest.epoch, 'the proof is of another day')
  const height = getNodeHeight(manifest.size)
  require(nodes.length === Math.ceil(manifest.size / 2 ** height), 'the published tree lacks nodes')
  const owner = sha256(JSON.stringify(['candor/slip-owner/v1', manifest.epoch, email, proof.nonce]))
  const leaves = new Map()
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0n]))

  for (const [kind, value, number, place] of proof.slips) {
    require(!leaves.has(place), 'a slip is used twice')
    const range = manifest.ranges.find(({ start, end }) => place >= start && place < end)
    require(range?.kind === kind && range.value === value, 'a slip is at a place of another value')

    const slip = Buffer.alloc(13)
    slip[0] = KINDS.indexOf(kind)
    slip.writeBigUInt64BE(BigInt(value), 1)
    slip.writeUInt32BE(number, 9)
    leaves.set(place, hashLeaf(Buffer.concat([owner, slip])))
    sums[kind] += BigInt(value)
  }

  const found = foldPaths(leaves, splitHashes(decode(proof.hashes)), manifest.size, height)
  for (const [place, hash] of found)
    require(nodes[place]?.equals(hash), 'a slip is not yours or not in the tree')

  for (const kind of KINDS)
    require(sums[kind] ===
      BigInt(
        amounts[kind],
      ), `the published total contains ${sums[kind]} cents of yours as ${kind}, not ${amounts[kind]}`)
}

/**
 * Checks a downloaded file with the keys, the address and the amounts in cents that its reader
 * knows. Returns what it proves; throws what is wrong.
 */
export function verifyProofFile(text, { email, amounts = {}, ...known }) {
  const file = parseFile(text, 'candor/liability-proof/v1', isBalanceFile)
  const entry = parseEntry(file.entry)
  const isOfLiabilities = entry.kind === 'liabilities' && isManifest(entry.body)
  require(isOfLiabilities, 'the entry of the log is no manifest')

  const proved = checkLogProof(file.logProof, Buffer.from(file.entry), known)
  const manifest = parseManifest(entry.body)
  const nodes = splitHashes(decode(file.nodes))
  checkNodes(nodes, decode(entry.body.root))
  const cents = { ...file.amounts, ...amounts }
  checkSlips(manifest, nodes, file.proof, email, cents)

  return { manifest, amounts: cents, ...proved }
}

// The command

const print = (text) => process.stdout.write(`${text}\n`)
const toCents = (text) => {
  const [, dollars, cents = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  require(dollars, `${text} is not an amount of dollars`)
  return String(BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0')))
}
const toDollars = (cents) => {
  const text = String(cents).padStart(3, '0')
  return `$${text.slice(0, -2)}.${text.slice(-2)}`
}

function readOptions(args) {
  const options = { amounts: {}, keys: [], witnesses: [], minWitnesses: 0 }
  for (let at = 0; at < args.length; at += 2) {
    const [name, value] = [args[at], args[at + 1]]
    require(value !== undefined, `${name} needs a value`)
    if (name === '--email') options.email = value
    else if (name === '--key') options.keys.push(value)
    else if (name === '--witness') options.witnesses.push(value)
    else if (name === '--min-witnesses') options.minWitnesses = Number(value)
    else if (KINDS.some((kind) => name === `--${kind}`))
      options.amounts[name.slice(2)] = toCents(value)
    else throw new Error(`${name} is unknown`)
  }
  require(isCount(options.minWitnesses), '--min-witnesses needs a number')
  const isCounted = options.witnesses.length > 0 || options.minWitnesses === 0
  require(isCounted, '--min-witnesses counts the witnesses that you name: add --witness')
  return options
}

/** The keys that the reader gave, or those of the file. */
const chooseKeys = ({ keys, witnesses }, file) => ({
  keys: keys.length > 0 ? keys : file.vkeys,
  witnesses: witnesses.length > 0 ? witnesses : file.witnesses,
})

function requireWitnesses({ witnesses: { size } }, { minWitnesses }) {
  require(size >= minWitnesses, `only ${size} of the witnesses that you named cosigned the log`)
}

/** Prints the log, and how many witnesses cosigned it by whose keys. */
function reportLog({ checkpoint, witnesses: { size } }, options) {
  const log = `It is in the log ${checkpoint.origin} of ${checkpoint.size} entries`
  const named = new Set(options.witnesses.map((vkey) => parseVkey(vkey).name)).size
  if (named > 0) {
    print(`${log}, cosigned by ${size} of the ${named} witnesses that you named.`)
    return
  }

  print(`${log}.`)
  print(
    `${size} ${size === 1 ? 'witness' : 'witnesses'} cosigned it by the keys in this file, which the operator chose. Give keys from the witnesses themselves with --witness.`,
  )
}

/** Prints what the file of an entry proves. */
function reportEntry(text, file, options) {
  const found = verifyEntryFile(text, chooseKeys(options, file))
  requireWitnesses(found, options)

  const { row, head, at } = found
  print(`Entry L-${row.seq} is in the public log, since ${at}.`)
  if (row.text === null)
    print('Its text is withheld: the log has its hash, which says nothing else.')
  else {
    const parts = JSON.parse(row.text)
    print(`  ${parts[2]} of ${parts[5]} cents on ${parts[8]}, reference ${parts[10]}`)
    print(`  from ${parts[15]} to ${parts[16]}`)
  }
  print(
    `It is in the ledger's hash chain up to block ${head.block}, L-${head.last_seq}, whose hash is in the log.`,
  )
  reportLog(found, options)
  if (options.keys.length > 0) return 0

  print('The keys are those of the file: give your own with --key.')
  return 2
}

function main([path, ...args]) {
  require(path &&
    !path.startsWith('--'), 'node verify-proof.mjs PROOF.json --email ADDRESS --key VKEY')
  const text = fs.readFileSync(path, 'utf8')
  const options = readOptions(args)
  const file = JSON.parse(text)
  if (file?.format === 'candor/entry-proof/v1') return reportEntry(text, file, options)

  const isOwn = options.email && options.keys.length > 0 && Object.keys(options.amounts).length > 0
  const found = verifyProofFile(text, {
    email: options.email ?? file.email,
    amounts: options.amounts,
    ...chooseKeys(options, file),
  })
  requireWitnesses(found, options)
  const own = OWED.reduce((sum, kind) => sum + BigInt(found.amounts[kind]), 0n)
  const { manifest, amounts } = found
  print(`Your balance of ${toDollars(own)} is included in the published total.`)
  print(
    `The total owed to members is ${toDollars(manifest.owed)}, on ${manifest.day}, at journal number ${manifest.seq}.`,
  )
  for (const kind of KINDS)
    print(
      `  ${kind.padEnd(10)}${toDollars(amounts[kind])}${kind === 'due' ? '  not owed until the plan earns it' : ''}`,
    )
  reportLog(found, options)
  if (isOwn) return 0

  print(
    'Address, amounts or keys are those of the file: give your own with --email, --key and --cash, --invested, --profit or --pending.',
  )
  return 2
}

if (
  process.argv[1] &&
  fs.realpathSync(process.argv[1]) === fs.realpathSync(new URL(import.meta.url))
) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    print(`WRONG  ${error.message}`)
    process.exitCode = 1
  }
}
