// Checks an exported ledger independently of the server and its database. It reads one file of plain
// data, made by `npm run export -- --format rows --to ledger.rows`, and needs only Node 20 or later:
// no database and no package.
//
// node check-rows.mjs ledger.rows [--anchor FILE]... [--log FOLDER]... [--key VKEY]...
//   [--checkpoint FILE]... [--witness VKEY]...
// Exit codes: 0 correct, 1 wrong, 2 consistent but not compared with an anchor, 3 consistent and compared
// with an anchor, but something else was NOT CHECKED, which is printed: the log with the keys that signed
// approvals, whether it says that money is real, its signature, or that it is the log that others saw.
//
// It recomputes with code of its own: the hash of every row with its salt, the digest and hash of
// every block, the chain from sha256('ledger') on, and the numbers, which have no gap; each balance of
// a non-negative account, row by row. It checks that each row is allowed by a posting rule (the list below is its
// own), with its receipt, its reason, its custody or dollar leg and an approval of exactly these rows
// by another admin; that no idempotency key, receipt or approval is used twice, nor a
// payment but after its first use was reversed; that plans paid no
// more than they earned; and that block, number, hash and the sum owed to members are those of an
// anchor. Each approval has the signature of the admin who gave it: an assertion of WebAuthn over the
// hash of exactly what was approved, by a key that counted when it was decided. A key counts if it is one
// of the first of two admins, or if another admin confirmed it by a signed approval. When all keys were
// lost, the owner of the database starts a new generation of keys, which ends all before it: first keys
// again, which wait longer. FOLDER is a copy of the transparency log: with it, keys and generations are
// compared with those that were published, and since when, and the log says whether money is real. Its entries
// make up the root that one of the keys --key signed. The server has that key, and could sign a log of its own:
// so the log also begins with each checkpoint that you stored earlier, or a witness cosigned it.
//
// It can't know who is behind an id, whether the money of a receipt really arrived, whether money
// recorded as a plan's income was income, and anything before the first anchor: the owner of the
// database can write a different ledger that is consistent. That is why it ends with 0 only if you
// give it an anchor that you stored yourself, and the log. A row doesn't state with which others it was posted: its
// companion leg is found by transfer type and reference. An approval that is needed only for several
// legs together, or by a rule made stricter later, isn't required here. A signature proves the key,
// not what its admin saw on the screen.
// @ts-nocheck: plain JavaScript, so that it can be read without knowledge of TypeScript.
import { createHash, createPublicKey, verify } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'

// The posting rules: transfer type, account type of the debit, account type of the credit, and what
// each needs. A test compares this list with the database's. 'from': from this amount on (in minor
// units) another admin has approved it.
export const POSTING_RULES = `
adjusted equity member_cash reason daily from=100000
adjusted member_cash equity reason daily from=100000
assets_lost equity plan_assets reason from=0
assets_lost member_principal plan_assets reason spread from=0
assets_lost plan_income plan_assets reason from=0
assets_placed exchange custody dollars from=0
assets_placed plan_assets custody from=0
assets_placed plan_assets exchange custody from=0
assets_returned custody exchange receipt from=0
assets_returned custody plan_assets receipt from=0
assets_returned exchange plan_assets custody from=0
capital_paid_in custody equity receipt from=0
capital_paid_in custody exchange receipt from=0
capital_paid_in exchange equity custody from=0
capital_paid_out equity custody reason from=0
capital_paid_out equity exchange custody reason from=0
capital_paid_out exchange custody dollars reason from=0
converted custody exchange receipt reason from=0
converted exchange custody reason from=0
custody_moved custody custody from=0
deposit_confirmed custody exchange receipt
deposit_confirmed custody member_cash receipt
deposit_confirmed exchange member_cash custody
deposit_reversed exchange custody dollars reason from=0
deposit_reversed member_cash custody reason from=0
deposit_reversed member_cash exchange custody reason from=0
fee_charged member_hold_cash fees
fee_charged member_hold_profit fees
fee_reversed fees member_cash reason from=0
fee_reversed fees member_profit reason from=0
fees_taken fees equity
income_recorded custody exchange receipt from=0
income_recorded custody plan_income receipt from=0
income_recorded exchange plan_income custody from=0
income_reversed exchange custody dollars reason from=0
income_reversed plan_income custody reason from=0
income_reversed plan_income exchange custody reason from=0
loss_recorded exchange custody dollars reason from=0
loss_recorded member_principal custody reason spread from=0
loss_recorded member_principal exchange custody reason spread from=0
loss_recorded plan_income custody reason from=0
loss_recorded plan_income exchange custody reason from=0
network_fee_paid equity exchange custody daily from=10000
network_fee_paid exchange custody dollars
network_fee_paid fees exchange custody daily from=10000
position_opened member_cash member_principal owner
position_opened member_profit member_principal owner
principal_redeemed member_principal member_cash owner
promotion_funded equity promotion from=0
promotion_returned promotion equity from=0
return_paid plan_income member_profit
reward_paid promotion member_cash
suspense_matched exchange member_cash custody
suspense_matched suspense exchange
suspense_matched suspense member_cash
suspense_received custody suspense receipt
suspense_refunded suspense custody reason from=0
withdrawal_held member_cash member_hold_cash owner
withdrawal_held member_profit member_hold_profit owner
withdrawal_paid exchange custody dollars
withdrawal_paid member_hold_cash custody
withdrawal_paid member_hold_cash exchange custody
withdrawal_paid member_hold_profit custody
withdrawal_paid member_hold_profit exchange custody
withdrawal_released member_hold_cash member_cash owner
withdrawal_released member_hold_profit member_profit owner
withdrawal_reversed custody exchange reason from=0
withdrawal_reversed exchange member_cash custody reason from=0
withdrawal_reversed exchange member_profit custody reason from=0
`

// The pattern of the codes of each account type.
const CODE_PATTERNS = {
  custody: /^custody:[a-z0-9_-]+:[A-Z0-9]+$/,
  exchange: /^exchange:[A-Z0-9]+$/,
  plan_assets: /^plan:[^:]+:assets$/,
  member_cash: /^member:[^:]+:cash$/,
  member_principal: /^member:[^:]+:principal$/,
  member_profit: /^member:[^:]+:profit$/,
  member_hold_cash: /^member:[^:]+:hold_cash$/,
  member_hold_profit: /^member:[^:]+:hold_profit$/,
  plan_income: /^plan:[^:]+:income$/,
  suspense: /^suspense:[A-Z0-9]+$/,
  promotion: /^promotion$/,
  equity: /^equity$/,
  fees: /^fees$/,
}
// Account types that may be negative and store no running balance; all others may not.
const MAY_BE_NEGATIVE = ['custody', 'exchange', 'plan_assets']
// An hour in microseconds.
const HOUR = 3_600_000_000n
// How long a first key of a live installation waits before it counts.
const FIRST_KEY_WAIT = 72n * HOUR
// How long one of a new generation waits.
const RECOVERY_WAIT = 168n * HOUR
// How far the log may be behind the database.
const LOG_DELAY = 24n * HOUR
// How far the clocks of several processes may differ.
const CLOCK_SKEW = HOUR / 12n
const getFirstKeyWait = ({ generation }) => (generation === null ? FIRST_KEY_WAIT : RECOVERY_WAIT)
const SCALES = { USD: 2, BTC: 8, USDT: 6, ETH: 9 }

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

// A JSON array as PostgreSQL prints it: a comma and a space between its parts. Texts are escaped as
// JavaScript does it.
const array = (parts) =>
  `[${parts.map((part) => (Array.isArray(part) ? array(part) : JSON.stringify(part))).join(', ')}]`

const receiptParts = (r) => [
  r.id,
  r.source,
  r.reference,
  r.output_index,
  r.currency,
  r.amount,
  r.arrived_at,
  r.recorded_by,
]

const approvalParts = (p) => [
  p.id,
  p.permission,
  p.subject_id,
  p.content_hash,
  p.posting_hash,
  p.proposed_by,
  p.proposed_at,
  p.approved,
  p.decided_by,
  p.decided_at,
]

// The parts that the hash of a row covers, before its salt.
export const leafText = (j, { receipt, approval, debit, credit }) =>
  array([
    j.id,
    j.idempotency_key,
    j.transfer_type,
    j.debit,
    j.credit,
    j.amount,
    j.debit_balance,
    j.credit_balance,
    j.effective_date,
    j.posted_at,
    j.reference,
    j.actor,
    j.reason,
    receipt ? receiptParts(receipt) : null,
    approval ? approvalParts(approval) : null,
    debit?.code ?? null,
    credit?.code ?? null,
  ])

// The hash of a row as its block has it: of its salt and the hash of its parts. Blocks that were
// chained before there were salts have the hash of its parts itself.
export const saltLeaf = (leaf, salt) => (salt ? sha256(Buffer.from(salt, 'hex'), leaf) : leaf)

// The salt of the row at a place of its block: 16 bytes in hex for each row.
export const pickSalt = (salts, place) => (salts ? salts.slice(32 * place, 32 * place + 32) : null)

// The member whom the code of an account names.
const readOwner = ({ code }) => code.split(':')[1]

export const blockHash = (b) =>
  sha256(
    Buffer.from(b.previous_hash, 'hex'),
    array([b.block, b.first_seq, b.last_seq, b.chained_at, b.digest]),
  ).toString('hex')

// What an approval is bound to: a text for each row that names it, in the order of their bytes.
// Where a loss is spread over members, one text for all their shares: its total was approved.
const postingHash = (lines) => {
  const sorted = lines.map((line) => Buffer.from(line)).sort(Buffer.compare)
  return sha256(`[${sorted.join(', ')}]`).toString('hex')
}

// What an admin signs to approve a proposal.
const approvalStatement = (p) =>
  array([
    'candor/approval/v1',
    p.id,
    p.permission,
    p.subject_id,
    p.content_hash,
    p.posting_hash,
    p.proposed_by,
    p.proposed_at,
    p.decided_by,
  ])

// What another admin confirms before a key counts.
const keyContentHash = (k) =>
  sha256(
    `{"adminId":"${k.admin_id}","credentialId":"${k.credential_id}","keySha256":"${sha256(
      Buffer.from(k.public_key, 'hex'),
    ).toString('hex')}"}`,
  ).toString('hex')

// Reads the map of a COSE key: whole numbers and byte strings, by their labels.
function readCose(bytes) {
  let at = 0
  const readLength = (low) => {
    if (low < 24) return low
    const size = 2 ** (low - 24)
    const length = bytes.readUIntBE(at, size)
    at += size
    return length
  }
  const readItem = () => {
    const head = bytes[at++]
    const length = readLength(head & 31)
    if (head >> 5 === 0) return length
    if (head >> 5 === 1) return -1 - length
    if (head >> 5 !== 2) throw new Error('the key is not in COSE')
    at += length
    return bytes.subarray(at - length, at)
  }
  const head = bytes[at++]
  if (head >> 5 !== 5) throw new Error('the key is not in COSE')

  return new Map(Array.from({ length: readLength(head & 31) }, () => [readItem(), readItem()]))
}

// The public key of a COSE key: Ed25519, ECDSA on P-256 or RSA, as passkeys have them.
function readPublicKey(hex) {
  const cose = readCose(Buffer.from(hex, 'hex'))
  const part = (label) => cose.get(label).toString('base64url')
  const jwk = {
    '1 -8': () => ({ kty: 'OKP', crv: 'Ed25519', x: part(-2) }),
    '2 -7': () => ({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }),
    '3 -257': () => ({ kty: 'RSA', n: part(-1), e: part(-2) }),
  }[`${cose.get(1)} ${cose.get(3)}`]
  if (!jwk) throw new Error('the key is of an unknown algorithm')

  return {
    key: createPublicKey({ key: jwk(), format: 'jwk' }),
    digest: cose.get(3) === -8 ? null : 'sha256',
  }
}

const PRESENT_AND_VERIFIED = 5

// Returns what is wrong with a signature of a key, or null. The signature is over the authenticator's
// data and the hash of the client's, which holds the challenge: the hash of the statement.
function findSignatureProblem(line, key) {
  const [authenticator, client, signature] = [
    line.authenticator_data,
    line.client_data,
    line.signature,
  ].map((hex) => Buffer.from(hex, 'hex'))

  try {
    const { type, challenge, origin } = JSON.parse(client.toString())
    if (type !== 'webauthn.get' || challenge !== sha256(line.statement).toString('base64url'))
      return 'is of something else'
    if (origin !== key.origin || !authenticator.subarray(0, 32).equals(sha256(key.rp_id)))
      return 'was made for another site'
    if ((authenticator[32] & PRESENT_AND_VERIFIED) !== PRESENT_AND_VERIFIED)
      return 'was made without a verified person'

    const { key: publicKey, digest } = readPublicKey(key.public_key)
    const signed = Buffer.concat([authenticator, sha256(client)])
    return verify(digest, signed, publicKey, signature) ? null : 'is not of its key'
  } catch (error) {
    return `can't be read: ${error instanceof Error ? error.message : error}`
  }
}

// The posting rules by transfer type and account types.
function readPostingRules() {
  return new Map(
    POSTING_RULES.trim()
      .split('\n')
      .map((text) => {
        const [transferType, debit, credit, ...needs] = text.trim().split(' ')
        const from = needs.find((need) => need.startsWith('from='))
        return [
          `${transferType} ${debit} ${credit}`,
          { needs, from: from ? BigInt(from.slice(5)) : null },
        ]
      }),
  )
}

// The transfer types whose payment can be recorded again after a row of the other type.
const REVERSAL_OF = { deposit_confirmed: 'deposit_reversed', income_recorded: 'income_reversed' }
const REVERSED_BY = new Set(Object.values(REVERSAL_OF))

const paymentOf = ({ source, reference, output_index }) => `${source} ${reference} ${output_index}`

// A set of texts that may be larger than one Set can be.
class LargeTextSet {
  sets = Array.from({ length: 64 }, () => new Set())
  pickSet = (text) => this.sets[text.charCodeAt(text.length - 1) & 63]
  has = (text) => this.pickSet(text).has(text)
  // Returns whether the text is new.
  add(text) {
    const set = this.pickSet(text)
    const previousSize = set.size
    return set.add(text).size > previousSize
  }
}

// Reads the file's lines in their order; `end()` reports what depends on all of them.
export class LedgerVerifier {
  rules = readPostingRules()
  accounts = new Map()
  receipts = new Map()
  proposals = new Map()
  approvals = new Map() // what each one posted
  keys = new Map() // of admins, which sign approvals
  generations = [] // of these keys, in their order
  signatures = new Map() // by what they approve
  signing // what the file says about approvals without signatures
  softwareSignatures = 0
  signedRows = false // a row from after signing began was read
  codes = new LargeTextSet()
  arrivals = new LargeTextSet() // payments from outside that have a receipt
  repeated = new Set() // those with several: the use of each but one was reversed
  reversals = new Set() // transfer type and reference of rows that reverse others
  idempotencyKeys = new LargeTextSet()
  custody = new LargeTextSet() // transfer type and reference of custody legs
  dollars = new LargeTextSet() // transfer type and reference of dollar legs
  waiting = new Map() // rows whose custody or dollar leg was not read yet
  runs = []
  run
  block
  digest
  head = { block: 0n, seq: 0n, hash: sha256('ledger').toString('hex') }
  comparedHeads = 0 // blocks that the log has too
  anchored = new Map() // blocks that an anchor names
  salted = false // a block with salts was read
  next = 1n // the number that the next row must have
  rows = 0
  unchainedRows = 0
  owed = 0n // to all members, in cents
  lines = 0
  ended = false

  // `live`: what the log says about whether money is real; the file's own word unless it says so.
  // `heads`: the blocks that each log published.
  constructor(report, blocks = [], live = null, heads = []) {
    this.report = report
    this.anchoredBlocks = new Set(blocks)
    this.live = live
    this.heads = heads
  }

  read(text) {
    this.lines++

    try {
      const line = JSON.parse(text)
      const handler = READ.get(line.what)
      if (this.ended) this.report(`line ${this.lines} comes after the end`)
      if (handler) handler(this, line)
      else this.report(`line ${this.lines} is of an unknown type: ${line.what}`)
    } catch (error) {
      this.report(
        `line ${this.lines} can't be read: ${error instanceof Error ? error.message : error}`,
      )
    }
  }

  currency({ code, scale }) {
    if (SCALES[code] !== scale) this.report(`currency ${code} has ${scale} decimals`)
  }

  accountType({ name, non_negative }) {
    if (!(name in CODE_PATTERNS) || non_negative === MAY_BE_NEGATIVE.includes(name))
      this.report(`account type ${name} is unknown, or differs in whether it may be negative`)
  }

  postingRule({ transfer_type, debit_type, credit_type, approval_from, ...line }) {
    const name = `${transfer_type} ${debit_type} ${credit_type}`
    const rule = this.rules.get(name)
    if (!rule) return this.report(`posting rule ${name} is not allowed`)

    for (const need of ['receipt', 'reason', 'custody', 'dollars', 'spread', 'owner', 'daily']) {
      const declared =
        line[`needs_${need}`] ?? line[`with_${need}`] ?? line[`same_${need}`] ?? line[need]
      if (declared !== rule.needs.includes(need))
        this.report(`posting rule ${name} differs in ${need}`)
    }

    // An operator may require approvals from a lower amount on, and never from a higher one.
    if (rule.from !== null && (approval_from === null || BigInt(approval_from) > rule.from))
      this.report(
        `posting rule ${name} needs an approval from ${rule.from} on, and the file differs`,
      )
  }

  account(line) {
    const { id, code, account_type: accountType, currency, owner } = line
    const end = code.split(':').at(-1)

    if (!CODE_PATTERNS[accountType]?.test(code) || currency !== (end in SCALES ? end : 'USD'))
      this.report(`account ${code} does not match its code`)
    if (accountType.startsWith('member_') && owner !== code.split(':')[1])
      this.report(`account ${code} belongs to ${owner}`)
    if (this.accounts.has(id) || !this.codes.add(code))
      this.report(`account ${code} (${id}) is listed twice`)

    this.accounts.set(id, {
      ...line,
      non_negative: !MAY_BE_NEGATIVE.includes(accountType),
      balance: 0n,
      received: 0n,
      paid: 0n,
    })
  }

  receipt(line) {
    const { id } = line
    if (this.receipts.has(id)) this.report(`receipt ${id} is listed twice`)
    if (!this.arrivals.add(paymentOf(line))) this.repeated.add(paymentOf(line))
    this.receipts.set(id, line)
  }

  proposal(line) {
    if (this.proposals.has(line.id)) this.report(`proposal ${line.id} is listed twice`)
    this.proposals.set(line.id, line)
  }

  signingBegins(line) {
    this.signing = line
    this.live ??= line.live
    if (this.live !== line.live)
      this.report(`the file is of ${nameMode(line.live)}, and the log of ${nameMode(this.live)}`)
  }

  keyGeneration(line) {
    const last = this.generations.at(-1)
    const { generation, started_at } = line
    if (generation !== String(this.generations.length + 1))
      this.report(`generation ${generation} of the keys is out of order`)
    if (last && BigInt(started_at) <= BigInt(last.started_at))
      this.report(`generation ${generation} of the keys began before the one before it`)
    this.generations.push(line)
  }

  approvalKey(line) {
    const { id, generation, registered_at } = line
    if (this.keys.has(id)) this.report(`key ${id} is listed twice`)
    this.keys.set(id, line)

    const own = generation === null ? undefined : this.generations[Number(generation) - 1]
    if (generation !== null && !own)
      this.report(`key ${id} is of generation ${generation}, which was not started`)
    if (own && BigInt(registered_at) < BigInt(own.started_at))
      this.report(`key ${id} is older than its generation ${generation}`)
  }

  signature(line) {
    if (this.signatures.has(line.subject)) this.report(`approval ${line.subject} is signed twice`)
    this.signatures.set(line.subject, line)
  }

  blockBegins(line) {
    this.blockEnds()

    const name = `block ${line.block}`
    if (BigInt(line.block) !== this.head.block + 1n)
      this.report(`${name} follows block ${this.head.block}`)
    if (line.previous_hash !== this.head.hash) this.report(`${name} doesn't continue the chain`)
    if (BigInt(line.first_seq) !== this.head.seq + 1n)
      this.report(`${name} begins with ${line.first_seq}, and ${this.head.seq + 1n} is next`)
    if (blockHash(line) !== line.hash) this.report(`${name} doesn't match its hash`)
    this.checkSalts(line)
    this.block = line
    this.digest = createHash('sha256')
  }

  // Checks that each row has a salt from the first block with salts on: without one, a guess of what is
  // in a row is confirmed by its hash.
  checkSalts({ block, salts, first_seq, last_seq }) {
    const count = BigInt(last_seq) - BigInt(first_seq) + 1n
    if (salts === null && this.salted) this.report(`block ${block} has no salts`)
    if (salts !== null && BigInt(salts.length) !== 32n * count)
      this.report(`block ${block} has ${salts.length / 32} salts for ${count} rows`)
    if (salts !== null) this.salted = true
  }

  blockEnds() {
    if (!this.digest) return

    const { block, first_seq, last_seq, digest, hash } = this.block
    if (this.next !== BigInt(last_seq) + 1n)
      this.report(`block ${block} ends with number ${last_seq}, its rows with ${this.next - 1n}`)
    if (this.digest.digest('hex') !== digest)
      this.report(`block ${block}, numbers ${first_seq} to ${last_seq}, differs from its digest`)
    this.head = { block: BigInt(block), seq: BigInt(last_seq), hash }
    this.next = BigInt(last_seq) + 1n
    for (const heads of this.heads) this.compareHead(heads.get(block), block)
    if (this.anchoredBlocks.has(block))
      this.anchored.set(block, { seq: last_seq, hash, owed: this.owed })
    this.digest = undefined
  }

  // Compares a block with the one that the log published each minute.
  compareHead(published, block) {
    if (!published) return
    if (published.hash !== this.head.hash || published.seq !== this.head.seq)
      this.report(`block ${block} is another one in the log`)
    this.comparedHeads++
  }

  runBegins(line) {
    const run = {
      seq: BigInt(line.first_seq),
      first: BigInt(line.first_id),
      last: BigInt(line.last_id),
    }

    if (line.block !== this.block?.block) this.report(`run ${line.first_seq} is in another block`)
    this.runs.push([run.first, run.last])
    this.run = run
  }

  row(row) {
    const debit = this.accounts.get(row.debit)
    const credit = this.accounts.get(row.credit)
    const receipt = this.receipts.get(row.receipt)
    const approval = this.proposals.get(row.approval)
    const report = (problem) => this.report(`row ${row.id}: ${problem}`)
    const at = { row, debit, credit, receipt, approval, report }

    this.rows++
    if (BigInt(row.id) > BigInt(this.signing?.unsigned_rows ?? 0)) this.signedRows = true
    if (row.seq === null) this.countUnchained()
    else this.checkChainPosition(at)
    if (!this.idempotencyKeys.add(row.idempotency_key))
      report(`its idempotency key ${row.idempotency_key} was posted before`)
    if (REVERSED_BY.has(row.transfer_type))
      this.reversals.add(`${row.transfer_type} ${row.reference}`)
    if (!row.actor || !row.transfer_type) report('it has no actor or no transfer type')

    if (!debit || !credit) return report('one of its accounts is unknown')

    this.movement(at)
    if (row.receipt !== null) this.checkReceipt(at)
    if (row.approval !== null) this.checkApproval(at)
    this.side(debit, -BigInt(row.amount), row.debit_balance, report)
    this.side(credit, BigInt(row.amount), row.credit_balance, report)
  }

  countUnchained() {
    this.blockEnds()
    this.unchainedRows++
  }

  // Checks its place in the chain.
  checkChainPosition({ row, report, ...related }) {
    const [seq, id] = [BigInt(row.seq), BigInt(row.id)]
    if (!this.digest) return report('it is in no block')

    const at = Number(seq - BigInt(this.block.first_seq))
    const leaf = saltLeaf(sha256(leafText(row, related)), pickSalt(this.block.salts, at))

    if (seq !== this.next) report(`it has number ${seq}, and ${this.next} is next`)
    if (!this.run || id !== this.run.first + seq - this.run.seq || id > this.run.last)
      report('its number and its id belong to no run of the chain')

    if (leaf.toString('hex', 0, 4) !== this.block.fingerprints.slice(8 * at, 8 * at + 8))
      report('it was changed after it was chained')
    this.digest.update(leaf)
    this.next = seq + 1n
  }

  // Checks that a posting rule allows it.
  movement({ row, debit, credit, report }) {
    const path = `${row.transfer_type} from ${debit.account_type} to ${credit.account_type}`
    const rule = this.rules.get(`${row.transfer_type} ${debit.account_type} ${credit.account_type}`)
    if (!rule) return report(`no posting rule allows ${path}`)

    const { needs, from } = rule

    if (needs.includes('owner') && readOwner(debit) !== readOwner(credit))
      report(`${path} is between two members: ${debit.code} and ${credit.code}`)
    if (debit.currency !== credit.currency) report(`${path} between two currencies`)
    if (BigInt(row.amount) <= 0n || row.debit === row.credit)
      report(`${path} of ${row.amount} on ${debit.code}`)
    if (needs.includes('receipt') !== (row.receipt !== null))
      report(`${path} ${row.receipt ? 'takes no' : 'needs a'} receipt`)
    if (needs.includes('reason') && !/[^ ]/.test(row.reason ?? '')) report(`${path} needs a reason`)
    if (from !== null && row.approval === null && BigInt(row.amount) >= from)
      report(`${path} of ${row.amount} needs an approval`)
    this.checkCompanionLegs(row, debit, credit, needs)
  }

  // Finds its companion leg, before it or after it.
  checkCompanionLegs(row, debit, credit, needs) {
    const key = `${row.transfer_type} ${row.reference}`
    if (
      [debit.account_type, credit.account_type].includes('custody') ||
      debit.account_type === 'suspense'
    )
      this.custody.add(key)
    if ([debit.code, credit.code].includes('exchange:USD')) this.dollars.add(key)
    if (needs.includes('custody') && !this.custody.has(key))
      this.waiting.set(`custody ${key}`, row.id)
    if (needs.includes('dollars') && debit.currency !== 'USD' && !this.dollars.has(key))
      this.waiting.set(`dollar ${key}`, row.id)
    if (this.waiting.size > 0 && this.custody.has(key)) this.waiting.delete(`custody ${key}`)
    if (this.waiting.size > 0 && this.dollars.has(key)) this.waiting.delete(`dollar ${key}`)
  }

  checkReceipt({ row, receipt, debit, report }) {
    if (!receipt) return report(`its receipt ${row.receipt} is unknown`)
    if (receipt.used) report(`its receipt ${row.receipt} was used before, by row ${receipt.used}`)
    if (receipt.currency !== debit.currency || receipt.amount !== row.amount)
      report(`its receipt ${row.receipt} is of ${receipt.amount} ${receipt.currency}`)
    receipt.used = row.id
    receipt.use = `${REVERSAL_OF[row.transfer_type]} ${row.reference}`
  }

  checkApproval({ row, approval, debit, credit, report }) {
    if (!approval) return report(`its approval ${row.approval} is unknown`)

    if (approval.approved !== 'true') report(`its approval ${row.approval} was not granted`)
    if (!approval.decided_by || approval.decided_by === approval.proposed_by)
      report(`its approval ${row.approval} was decided by its proposer`)

    const spread = this.rules
      .get(`${row.transfer_type} ${debit.account_type} ${credit.account_type}`)
      ?.needs.includes('spread')
    const from = spread ? debit.account_type : debit.code
    const details = [row.reference, row.reason, row.receipt, spread ? null : row.idempotency_key]
    const parts = [row.transfer_type, from, credit.code, ...details]
    const all = this.approvals.get(row.approval) ?? { row: row.id, groups: new Map() }
    all.last = row.id
    all.late ||= this.signedRows
    const group = all.groups.get(array(parts)) ?? { parts, sum: 0n }

    group.sum += BigInt(row.amount)
    all.groups.set(array(parts), group)
    this.approvals.set(row.approval, all)
  }

  side(account, change, recordedBalance, report) {
    account.balance += change
    if (change > 0n) account.received += change
    else account.paid -= change
    if (account.account_type.startsWith('member_')) this.owed += change
    if (recordedBalance !== (account.non_negative ? String(account.balance) : null))
      report(`${account.code} holds ${account.balance} after it, and it states ${recordedBalance}`)

    if (!account.non_negative || recordedBalance === null) return

    // Continues with the recorded balance, so that one wrong row isn't reported for all that follow.
    account.balance = BigInt(recordedBalance)
    if (account.balance < 0n) report(`${account.code} is below zero`)
  }

  theEnd({ lines }) {
    this.ended = true
    if (Number(lines) !== this.lines)
      this.report(`the file has ${this.lines} lines, and had ${lines}`)
  }

  end() {
    this.blockEnds()
    if (!this.ended) this.report('the file has no end: it was cut off')
    for (const [key, row] of this.waiting)
      this.report(`row ${row}: its ${key.split(' ')[0]} leg is missing`)

    for (const [id, { row, groups }] of this.approvals) {
      const lines = [...groups.values()].map(({ parts, sum }) =>
        array(parts.toSpliced(3, 0, String(sum))),
      )
      if (postingHash(lines) !== this.proposals.get(id)?.posting_hash)
        this.report(`row ${row}: what approval ${id} posted differs from what was approved`)
    }

    this.checkRepeatedPayments()
    this.checkSignatures()
    this.runs.sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [index, [first, last]] of this.runs.entries())
      if (last < first || first <= (this.runs[index - 1]?.[1] ?? 0n))
        this.report(`row ${first}: two runs of the chain share it`)

    this.sums()
  }

  // Checks that of the receipts of one payment only one has a use that was not reversed.
  checkRepeatedPayments() {
    if (this.repeated.size === 0) return

    const current = new Set()
    for (const line of this.receipts.values()) {
      const payment = paymentOf(line)
      if (!this.repeated.has(payment) || this.reversals.has(line.use)) continue
      if (current.has(payment))
        this.report(`receipt ${line.id} is of the same payment as another receipt`)
      current.add(payment)
    }
  }

  // Checks that each approval is signed by the admin who gave it, from the number on from which
  // approvals are, and each signature of an approval before it: of a proposal that waited then. A row that
  // follows one from after that number needs a signature, whatever its own.
  checkSignatures() {
    if (!this.signing) return this.report('the file does not say since when approvals are signed')

    const { unsigned_rows, unsigned_proposals } = this.signing
    for (const proposal of this.proposals.values()) {
      const row = this.approvals.get(proposal.id)?.last
      const unsigned =
        !this.signatures.has(proposal.id) &&
        proposal.permission !== 'approval-key.add' &&
        BigInt(proposal.sequence) <= BigInt(unsigned_proposals) &&
        (row === undefined || BigInt(row) <= BigInt(unsigned_rows)) &&
        !this.approvals.get(proposal.id)?.late
      if (proposal.approved === 'true' && !unsigned) this.checkSigned(proposal)
    }

    this.checkFirstKeys()
    if (this.live && this.softwareSignatures > 0)
      this.report('keys of software signed approvals of a live installation')
  }

  // Checks that the first keys of each generation are of two admins.
  checkFirstKeys() {
    const admins = new Map()
    for (const { first, generation, admin_id } of this.keys.values())
      if (first) admins.set(generation, (admins.get(generation) ?? new Set()).add(admin_id))

    for (const [generation, { size }] of admins) {
      const of = generation === null ? '' : ` of generation ${generation}`
      if (size > 2) this.report(`the first keys${of} are of ${size} admins, not of two`)
    }
  }

  checkSigned(proposal) {
    const line = this.signatures.get(proposal.id)
    const key = this.keys.get(line?.key)
    const name = `approval ${proposal.id} by ${proposal.decided_by}`
    if (!line) return this.report(`${name} is not signed`)
    if (!key) return this.report(`${name} is signed by the unknown key ${line.key}`)

    if (key.kind === 'software') this.softwareSignatures++
    if (line.statement !== approvalStatement(proposal))
      this.report(`${name}: its signature is of something else`)
    if (key.admin_id !== proposal.decided_by)
      this.report(`${name} is signed by the key of ${key.admin_id}`)
    if (!this.isUsable(key, proposal) || !this.leadsToFirstKey(key))
      this.report(`${name} is signed by key ${key.id}, which did not count then`)
    const problem = findSignatureProblem(line, key)
    if (problem) this.report(`${name}: its signature ${problem}`)
    key.used = [...(key.used ?? []), proposal]
  }

  // Returns whether the confirmations of a key lead back to one that needed none. Keys that confirm
  // each other in a circle don't.
  leadsToFirstKey(key) {
    const passed = new Set()
    for (let at = key; at !== undefined && !passed.has(at.id); ) {
      if (at.first || at.kind === 'software') return true
      passed.add(at.id)
      at = this.findConfirmingKey(at)
    }

    return false
  }

  findConfirmingKey({ confirmed_by }) {
    return this.keys.get(this.signatures.get(confirmed_by)?.key)
  }

  // Returns whether a key counted when a proposal was decided: the moment at which SQL checks it too.
  isUsable(key, { id, decided_at }) {
    const at = BigInt(decided_at)
    // the next generation, which ended it
    const next = this.generations[Number(key.generation ?? 0)]
    if ([key.ended_at, next?.started_at].some((end) => end != null && BigInt(end) <= at))
      return false
    if (key.kind === 'software') return !this.live
    if (key.first) {
      return BigInt(key.registered_at) + (this.live ? getFirstKeyWait(key) : 0n) <= at
    }

    const confirmed = this.proposals.get(key.confirmed_by)
    return (
      confirmed !== undefined &&
      confirmed.id !== id &&
      confirmed.permission === 'approval-key.add' &&
      confirmed.subject_id === key.id &&
      confirmed.approved === 'true' &&
      confirmed.content_hash === keyContentHash(key) &&
      confirmed.decided_by !== key.admin_id &&
      // A confirmation from before a generation adds no key to it.
      this.findConfirmingKey(key)?.generation === key.generation &&
      BigInt(confirmed.decided_at) >= BigInt(key.registered_at) &&
      BigInt(confirmed.decided_at) <= at
    )
  }

  sums() {
    const sums = new Map()
    for (const {
      code,
      account_type,
      currency,
      balance,
      received,
      paid,
    } of this.accounts.values()) {
      sums.set(currency, (sums.get(currency) ?? 0n) + balance)
      if ((account_type === 'plan_income' || account_type === 'promotion') && paid > received)
        this.report(`${code} paid ${paid}, and ${received} came in`)
    }

    for (const [currency, sum] of sums)
      if (sum !== 0n) this.report(`all accounts in ${currency} together hold ${sum}`)
  }
}

// The handler of each type of line.
const READ = new Map([
  ['currency', (verifier, line) => verifier.currency(line)],
  ['account_type', (verifier, line) => verifier.accountType(line)],
  ['posting_rule', (verifier, line) => verifier.postingRule(line)],
  ['account', (verifier, line) => verifier.account(line)],
  ['receipt', (verifier, line) => verifier.receipt(line)],
  ['proposal', (verifier, line) => verifier.proposal(line)],
  ['signing', (verifier, line) => verifier.signingBegins(line)],
  ['key_generation', (verifier, line) => verifier.keyGeneration(line)],
  ['approval_key', (verifier, line) => verifier.approvalKey(line)],
  ['signature', (verifier, line) => verifier.signature(line)],
  ['block', (verifier, line) => verifier.blockBegins(line)],
  ['run', (verifier, line) => verifier.runBegins(line)],
  ['row', (verifier, line) => verifier.row(line)],
  ['end', (verifier, line) => verifier.theEnd(line)],
])

// Yields the lines of a file of any length, a piece at a time.
function* readLines(path) {
  const file = fs.openSync(path, 'r')
  const piece = Buffer.alloc(1 << 20)
  let rest = Buffer.alloc(0)

  for (let read = fs.readSync(file, piece); read > 0; read = fs.readSync(file, piece)) {
    const text = Buffer.concat([rest, piece.subarray(0, read)])
    const end = text.lastIndexOf(10) + 1
    if (end > 0) yield* text.toString('utf8', 0, end - 1).split('\n')
    rest = text.subarray(end)
  }

  fs.closeSync(file)
  if (rest.length > 0) yield rest.toString()
}

function readAnchor(path) {
  const {
    day,
    block,
    seq,
    hash,
    owedToMembersInCents: owed,
  } = JSON.parse(fs.readFileSync(path, 'utf8'))
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`${path} is not an anchor`)

  return { day, block: String(block), seq: String(seq), hash, owed: BigInt(owed) }
}

// Signed notes: c2sp.org/signed-note and c2sp.org/tlog-cosignature

function parseVkey(text) {
  const [, name, id, encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  if (!name || sha256(`${name}\n`, bytes).toString('hex', 0, 4) !== id)
    throw new Error(`${text} is no key of a log or a witness: NAME+ID+KEY`)

  return { name, id, type: bytes[0], bytes: bytes.subarray(1) }
}

// The public key: Ed25519, or ML-DSA-44, which Node knows from version 24 on; null if it doesn't.
function readNoteKey({ type, bytes }) {
  const text = bytes.toString('base64url')
  const key =
    type === 6
      ? { kty: 'AKP', alg: 'ML-DSA-44', pub: text }
      : { kty: 'OKP', crv: 'Ed25519', x: text }

  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return null
  }
}

// The bytes that a signature covers: the text, with a time if it is a cosignature.
function signedMessage({ name, type }, { text, origin, size, root }, time) {
  if (type === 1) return Buffer.from(text)
  if (type === 4) return Buffer.from(`cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`)

  const withLength = (part) => Buffer.from([Buffer.byteLength(part), ...Buffer.from(part)])
  const range = Buffer.alloc(16)
  range.writeBigUInt64BE(BigInt(size), 8)
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    withLength(name),
    time,
    withLength(origin),
    range,
    Buffer.from(root, 'base64'),
  ])
}

// Reads a checkpoint and which of the keys signed it. Throws if a signature of one of them is wrong.
function readCheckpoint(path, keys) {
  const note = fs.readFileSync(path, 'utf8')
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [origin, size, root] = text.split('\n')
  if (end < 0 || !/^(0|[1-9]\d{0,15})$/.test(size) || !/^[\w+/]{43}=$/.test(root))
    throw new Error(`${path} is not a checkpoint`)

  const signers = new Set()
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    const key = keys.find((one) => one.name === name && one.id === bytes.toString('hex', 0, 4))
    const publicKey = key && readNoteKey(key)
    if (!publicKey) continue

    const start = key.type === 1 ? 4 : 12
    const message = signedMessage(key, { text, origin, size, root }, bytes.subarray(4, 12))
    if (bytes.length <= start || !verify(null, message, publicKey, bytes.subarray(start)))
      throw new Error(`${path}: the signature of ${name} is wrong`)
    signers.add(key)
  }

  return { path, origin, size: Number(size), root, signers }
}

// The path of a bundle of the log: 1,234,067 is x001/x234/067.
function bundlePath(folder, bundle, width) {
  const groups = [String(bundle % 1_000).padStart(3, '0')]
  for (let rest = Math.floor(bundle / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(`x${String(rest % 1_000).padStart(3, '0')}`)
  const end = width === 256 ? [] : [String(width)]
  if (end.length > 0) groups.push(`${groups.pop()}.p`)

  return join(folder, 'tile', 'entries', ...groups, ...end)
}

// The entries of a copy of the log, each after its length in two bytes.
function* readEntries(folder, size) {
  for (let first = 0; first < size; first += 256) {
    const width = Math.min(256, size - first)
    const bundle = fs.readFileSync(bundlePath(folder, first / 256, width))
    let at = 0
    for (let count = 0; count < width && at + 2 <= bundle.length; count++) {
      const end = at + 2 + bundle.readUInt16BE(at)
      yield bundle.subarray(at + 2, end)
      at = end
    }
    if (at !== bundle.length)
      throw new Error(`${folder}: the entries are not those of the checkpoint`)
  }
}

// Adds a leaf to the roots of the whole trees so far, by RFC 6962: the largest first.
function addLeaf(roots, entry) {
  let node = { size: 1, hash: sha256('\0', entry) }
  while (roots.at(-1)?.size === node.size) {
    const left = roots.pop()
    node = { size: 2 * node.size, hash: sha256('\x01', left.hash, node.hash) }
  }
  roots.push(node)
}

// The root of the tree of all leaves so far.
const computeRoot = (roots) =>
  roots
    .map(({ hash }) => hash)
    .reduceRight((right, left) => sha256('\x01', left, right))
    .toString('base64')

// What no later entry of a key changes: all but the approval that confirmed it, and its end.
const fixedParts = ({ ended, confirmedBy, since, position, ...parts }) =>
  JSON.stringify(Object.entries(parts).sort())

// Records a block of the ledger's hash chain.
function readHeadEntry(log, { block, seq, hash }, position) {
  const first = log.heads.get(block)
  if (!first) log.heads.set(block, { seq: BigInt(seq), hash, position })
  else if (first.hash !== hash) log.problems.push(`block ${block} has two hashes in the log`)
}

// Records an entry of a key. A taken-over server can append any entry: what counts is the first one.
function readKeyEntry(log, subject, entry) {
  const first = log.keys.get(subject)
  if (!first) log.keys.set(subject, entry)
  else if (fixedParts(first) !== fixedParts(entry))
    log.problems.push(`key ${subject} changed in the log`)
  if (entry.ended && !log.ends.has(subject)) log.ends.set(subject, entry)
}

function parseEntry(text, position) {
  try {
    return JSON.parse(text.toString())
  } catch {
    throw new Error(`entry ${position} can't be read`)
  }
}

// Records what an entry says about the keys of admins.
function readEntry(log, text, position) {
  const { kind, subject, at, body } = parseEntry(text, position)
  // An entry states its own time. It counts as no older than those before it.
  const time = toMicroseconds(at)
  if (time + CLOCK_SKEW < log.latest)
    log.problems.push(`entry ${position} of the log is older than one before it`)
  if (time > log.latest) log.latest = time
  const entry = { ...body, since: log.latest, position }

  if (kind === 'ledger-head') readHeadEntry(log, body, position)
  if (kind === 'approval-signing') log.signing ??= body
  // Once money is real, it stays so.
  if (kind === 'approval-signing' && body.live !== undefined) log.live = log.live || body.live
  if (kind === 'approval-generation' && !log.generations.has(subject))
    log.generations.set(subject, entry)
  if (kind === 'approval-key') readKeyEntry(log, subject, entry)
  if (kind === 'approval' && !log.approvals.has(subject)) log.approvals.set(subject, entry)
}

// Throws unless a checkpoint is signed by one of the keys of its log, and by a witness if there are any.
function requireSigners({ path, origin, signers }, keys, witnesses) {
  const log = keys.filter((key) => key.name === origin && signers.has(key))
  if (keys.length > 0 && log.length === 0)
    throw new Error(
      `${path} is of the log ${origin}, and is not signed by a key that you gave. Take the Ed25519 key of the ` +
        'log that you stored; after a rotation, give the new key too',
    )

  const cosigners = witnesses.filter((key) => key.name !== origin && signers.has(key))
  if (witnesses.length > 0 && cosigners.length === 0)
    throw new Error(`${path} is not cosigned by a witness that you gave`)
  return new Set(cosigners.map(({ name }) => name)).size
}

// Reads what a copy of the transparency log says about the keys of admins. Throws unless the copy is
// whole: its entries make up the root of its checkpoint, which one of the keys and a witness signed, and the
// first of them the roots of the checkpoints that were stored earlier.
export function readLogKeys(folder, { keys = [], witnesses = [], checkpoints = [] } = {}) {
  const head = readCheckpoint(join(folder, 'checkpoint'), [...keys, ...witnesses])
  const { origin, size, root } = head
  const roots = []
  const log = {
    origin,
    size,
    witnesses: requireSigners(head, keys, witnesses),
    heads: new Map(), // of the ledger's hash chain, by their blocks
    keys: new Map(), // the first entry of each
    ends: new Map(), // the first entry that shows the end of a key
    generations: new Map(),
    approvals: new Map(),
    signing: undefined,
    live: null,
    latest: 0n, // the time of the newest entry
    problems: [],
  }
  const earlier = checkpoints.map((path) => readCheckpoint(path, []))
  for (const stored of earlier)
    if (stored.origin !== origin || stored.size > size || stored.size === 0)
      throw new Error(
        `${folder}: the copy has ${size} entries of ${origin}, fewer than ${stored.path}`,
      )

  let position = 0
  for (const entry of readEntries(folder, size)) {
    addLeaf(roots, entry)
    readEntry(log, entry, position++)
    for (const stored of earlier)
      if (stored.size === position && stored.root !== computeRoot(roots))
        throw new Error(
          `${folder}: the log does not begin with ${stored.path}. Publish both checkpoints`,
        )
  }

  if (position !== size || position === 0 || computeRoot(roots) !== root)
    throw new Error(`${folder}: the entries are not those of the checkpoint`)

  return log
}

const toMicroseconds = (date) => BigInt(Date.parse(date)) * 1_000n
const nameMode = (live) => (live ? 'a live installation' : 'a sandbox')

// Compares the generations of the keys with those that the log published.
function compareGenerations({ generations, report }, log, last) {
  for (const { generation, started_at, reason } of generations) {
    const published = log.generations.get(generation)
    // One that began after the newest entry may be younger than the copy.
    if (!published && log.latest > BigInt(started_at))
      report(`generation ${generation} of the keys is not in the log`)
    if (
      published &&
      (published.reason !== reason ||
        toMicroseconds(published.startedAt) / 1_000n !== BigInt(started_at) / 1_000n)
    )
      report(`generation ${generation} of the keys is another one in the log`)
  }

  for (const [generation, { position }] of log.generations)
    if (position <= last && !generations.some((one) => one.generation === generation))
      report(`generation ${generation} of the keys is in the log, and the file lacks it`)
}

// The position of the last entry that the file must agree with: the copy of the log may be newer than
// the file, which is as old as the last head of the hash chain that both have.
const findLastCommonEntry = ({ head }, log) =>
  [...log.heads.values()].findLast(({ seq }) => seq <= head.seq)?.position ?? -1

// Compares the keys of the file with those that the log published.
export function compareKeys(verifier, log) {
  const { keys, signing, live, report } = verifier
  log.problems.forEach(report)
  if (
    log.signing?.unsignedProposals !== signing?.unsigned_proposals ||
    log.signing?.unsignedRows !== signing?.unsigned_rows
  )
    report('the log says otherwise since when approvals are signed')
  const last = findLastCommonEntry(verifier, log)
  compareGenerations(verifier, log, last)
  compareSignatures(verifier, log)
  checkPublishedFirstKeys(verifier, log)

  for (const key of keys.values()) {
    const published = log.keys.get(key.id)
    if (key.kind === 'software') continue
    // A key that has signed nothing may be younger than the copy, and any key of a sandbox.
    if (!published && (!key.used || (live === false && isYounger(key, log)))) continue
    if (!published) report(`key ${key.id} is not in the log`)
    else if (describeKey(published) !== describeKey(toPublishedKey(key)))
      report(`key ${key.id} is another one in the log`)
    else if (published.first !== key.first)
      report(`key ${key.id} is confirmed otherwise in the log`)
    else if (String(published.generation ?? null) !== String(key.generation))
      report(`key ${key.id} is of another generation in the log`)
    checkUses(verifier, key, published)
    checkUsesAfterEnd(verifier, key, log)
  }

  for (const [id, { kind, position }] of log.keys)
    if (kind === 'passkey' && position <= last && !keys.has(id))
      report(`key ${id} is in the log, and the file lacks it`)
  for (const [id, { position }] of log.ends)
    if (position <= last && keys.get(id)?.ended_at === null)
      report(`key ${id} ended in the log, and did not in the file`)

  const latest = [...log.heads.values()].at(-1)?.seq ?? 0n
  print(
    `Compared ${log.keys.size} keys and ${verifier.comparedHeads} blocks with the ${log.size} entries of ` +
      `${log.origin}.`,
  )
  if (latest > verifier.head.seq)
    print(
      `The log continues to number ${latest}: the file is ${latest - verifier.head.seq} numbers older, or was cut off.`,
    )
}

// What makes a key: it signs for its admin, at its address alone.
const describeKey = ({ kind, publicKey, admin, rpId, origin }) =>
  array([kind, publicKey, admin, rpId, origin])
const toPublishedKey = ({ public_key, admin_id, rp_id, ...key }) => ({
  ...key,
  publicKey: public_key,
  admin: admin_id,
  rpId: rp_id,
})

// Returns whether a key was added about when the newest entry of the log was, or later.
const isYounger = ({ registered_at }, log) => BigInt(registered_at) + CLOCK_SKEW > log.latest

// Checks that the log showed a key before it signed, and a first key long before: all staff were mailed,
// and had this long to see it. In a sandbox a key signs before the log shows it: SQL doesn't wait there.
function checkUses({ live, report }, key, published) {
  if (live === false) return

  const since = published?.since ?? 0n
  const wait = key.first ? getFirstKeyWait(key) - LOG_DELAY : 0n

  for (const { id, decided_at } of key.used ?? [])
    if (since > BigInt(decided_at))
      report(`approval ${id} is signed by key ${key.id}, which the log did not show before`)
    else if (since + wait > BigInt(decided_at))
      report(`approval ${id} is signed by key ${key.id}, which the log did not show long before`)
}

// Returns when the log first showed the end of a key, or a generation after its own; null for neither.
function findPublishedEnd({ id, generation }, log) {
  const later = [...log.generations].filter(([one]) => Number(one) > Number(generation ?? 0))
  const ends = [log.ends.get(id), ...later.map(([, entry]) => entry)]
    .filter((entry) => entry !== undefined)
    .map(({ since }) => since)

  return ends.length > 0 ? ends.reduce((a, b) => (a < b ? a : b)) : null
}

// Checks that a key signed nothing after the log showed its end. No hash covers the time of an approval
// that posts nothing: the log shows it before the end of its key, or soon after.
function checkUsesAfterEnd({ report }, key, log) {
  const end = findPublishedEnd(key, log)
  if (end !== null && key.ended_at !== null && BigInt(key.ended_at) > end + CLOCK_SKEW)
    report(`key ${key.id} ended earlier in the log`)

  for (const { id, decided_at } of key.used ?? []) {
    const published = log.approvals.get(id)
    if (!published && BigInt(decided_at) + LOG_DELAY < log.latest)
      report(`approval ${id} is not in the log`)
    if (end !== null && BigInt(decided_at) > end + CLOCK_SKEW)
      report(`approval ${id} is signed by key ${key.id}, whose end the log showed before`)
    if (end !== null && published && published.since > end + LOG_DELAY)
      report(`approval ${id} is in the log long after the end of its key ${key.id}`)
  }
}

// Checks that the log shows no first key of a generation after those of two admins: from then on another
// admin confirms each key, also of these two. Keys of the same minute are in no order.
function checkPublishedFirstKeys({ report }, log) {
  const all = new Map()
  for (const [id, { first, admin, generation, since }] of log.keys) {
    if (!first) continue
    const known = all.get(String(generation ?? null)) ?? { admins: new Set(), completeAt: null }
    all.set(String(generation ?? null), known)
    const isAddedLater = known.completeAt !== null && since > known.completeAt + CLOCK_SKEW
    if (isAddedLater || (known.admins.size >= 2 && !known.admins.has(admin)))
      report(`key ${id} is in the log as a first key, after those of two admins`)
    else known.admins.add(admin)
    if (known.admins.size === 2) known.completeAt ??= since
  }
}

// Compares the signatures of the file with those that the log published.
function compareSignatures({ signatures, report }, log) {
  for (const [id, { key, statement }] of signatures) {
    const published = log.approvals.get(id)
    if (
      published &&
      (published.key !== key || published.hash !== sha256(statement).toString('hex'))
    )
      report(`the signature of approval ${id} is another one in the log`)
  }
}

// Compares the ledger with an anchor.
function compare(verifier, { day, block, seq, hash, owed }) {
  const found = verifier.anchored.get(block)
  const name = `anchor of ${day}`

  if (!found)
    return verifier.report(
      `${name}: the chain ends with block ${verifier.head.block}, and block ${block} was published`,
    )

  if (found.hash !== hash || found.seq !== seq)
    return verifier.report(`${name}: block ${block} differs from the published one`)
  if (found.owed !== owed)
    return verifier.report(
      `${name}: members were owed ${owed} cents, and by the rows ${found.owed}`,
    )

  print(`The same as on ${day}: block ${block}, number ${seq}, ${owed} cents owed to members.`)
}

const MAX_SHOWN = 100

// The file may contain control characters for the terminal: they are replaced.
const print = (text) => console.log(text.replace(/\p{C}/gu, '?'))

const USAGE =
  'node check-rows.mjs ledger.rows [--anchor FILE]... [--log FOLDER]... [--key VKEY]... ' +
  '[--checkpoint FILE]... [--witness VKEY]...'

// Reads the options, each of which can be given several times.
function readOptions(args) {
  const options = { anchor: [], log: [], key: [], checkpoint: [], witness: [] }
  for (let at = 0; at < args.length; at += 2) {
    const values = options[/^--([a-z]+)$/.exec(args[at])?.[1]]
    if (!values || args[at + 1] === undefined) throw new Error(USAGE)
    values.push(args[at + 1])
  }

  const trust = {
    keys: options.key.map(parseVkey),
    witnesses: options.witness.map(parseVkey),
    checkpoints: options.checkpoint,
  }
  if (options.log.length === 0 && Object.values(trust).flat().length > 0)
    throw new Error('--key, --checkpoint and --witness are of a log: give a copy of it with --log')

  return { anchors: options.anchor.map(readAnchor), folders: options.log, trust }
}

// Checks the files that the arguments name, prints what is wrong, and returns the exit code.
export function checkFiles(args) {
  const [path, ...named] = args
  if (!path) throw new Error(USAGE)
  const { anchors, folders, trust } = readOptions(named)
  const logs = folders.map((folder) => readLogKeys(folder, trust))

  let problems = 0
  const report = (text) => {
    if (++problems <= MAX_SHOWN) print(`WRONG  ${text}`)
  }
  const blocks = anchors.map(({ block }) => block)
  const observed = logs.flatMap(({ live }) => (live === null ? [] : [live]))
  const verifier = new LedgerVerifier(
    report,
    blocks,
    observed.length > 0 ? observed.includes(true) : null,
    logs.map(({ heads }) => heads),
  )

  for (const line of readLines(path)) verifier.read(line)
  verifier.end()
  for (const anchor of anchors) compare(verifier, anchor)
  for (const log of logs) compareKeys(verifier, log)

  const { rows, unchainedRows, accounts, receipts, approvals, head } = verifier
  print(
    `Read ${rows} rows, ${accounts.size} accounts, ${receipts.size} receipts, ` +
      `${approvals.size} approvals.`,
  )
  print(`The chain ends with block ${head.block}, number ${head.seq}, hash ${head.hash}`)
  printSignatures(verifier)
  if (unchainedRows > 0)
    print(`Not chained yet, so covered by no hash: ${formatCount(unchainedRows, 'row')}.`)

  for (const log of logs) printLogTrust(log, trust)
  const unchecked = listUnchecked(logs.length, observed.length > 0, trust)

  return printVerdict(problems, anchors, head, unchecked)
}

const formatCount = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

function printLogTrust({ witnesses }, { keys, checkpoints }) {
  const parts = [
    keys.length > 0 && 'is signed by its key',
    checkpoints.length > 0 &&
      `begins with ${formatCount(checkpoints.length, 'checkpoint')} that you stored`,
    witnesses > 0 && `is cosigned by ${formatCount(witnesses, 'witness', 'witnesses')}`,
  ].filter(Boolean)
  if (parts.length > 0) print(`The log ${parts.join(', ')}.`)
}

// What was not compared, and so may be made up.
function listUnchecked(logCount, hasMode, { keys, witnesses, checkpoints }) {
  if (logCount === 0)
    return [
      'the keys that signed the approvals were not compared with the transparency log, nor whether money ' +
        'is real. The owner of the database could have made keys and signatures of their own. Give a ' +
        'copy of the log with --log.',
    ]

  return [
    !hasMode &&
      'the log does not say whether money is real. The file could call itself a sandbox. Give a newer copy ' +
        'of the log with --log.',
    keys.length === 0 &&
      'the signature of the log was not verified. Any person could have made up this log. Give the key ' +
        'of the log that you stored with --key.',
    witnesses.length + checkpoints.length === 0 &&
      'the log was not compared with one that others saw. The server has its key: one that was taken over ' +
        'could have signed a log of its own. Give a checkpoint that you stored earlier with --checkpoint, or ' +
        'the key of a witness with --witness.',
  ].filter(Boolean)
}

function printSignatures({ signatures, keys, generations, softwareSignatures, signing }) {
  print(
    `Checked the signatures of ${formatCount(signatures.size, 'approval')} by ` +
      `${formatCount(keys.size, 'key')}.`,
  )
  for (const { generation, started_at, reason } of generations)
    print(
      `All keys before ${new Date(Number(BigInt(started_at) / 1_000n)).toISOString()} were ended by the ` +
        `owner of the database, who began generation ${generation}: ${reason}`,
    )
  if (softwareSignatures > 0)
    print(
      `${softwareSignatures} of them are by keys of software, which the server of a sandbox holds: ` +
        'they prove nothing.',
    )
  if (signing && (signing.unsigned_rows !== '0' || signing.unsigned_proposals !== '0'))
    print(
      `Approvals up to proposal ${signing.unsigned_proposals} and row ${signing.unsigned_rows} were ` +
        'given before approvals were signed.',
    )
}

function printVerdict(problems, anchors, head, unchecked) {
  if (problems > MAX_SHOWN) print(`and ${problems - MAX_SHOWN} more`)
  if (problems > 0) {
    print(`The ledger is wrong in ${problems} places.`)
    return 1
  }

  for (const what of unchecked) print(`NOT CHECKED: ${what}`)
  if (anchors.length === 0) {
    print(
      'The ledger is consistent, but was not compared with an anchor: the owner of the database',
    )
    print('could have written a different consistent one. Give an anchor that you stored yourself.')
    return 2
  }

  const last = anchors.map(({ seq }) => BigInt(seq)).reduce((a, b) => (a > b ? a : b))
  print(`The ledger is consistent, and up to number ${last} it agrees with the anchors.`)
  if (head.seq > last) print(`The ${head.seq - last} numbers after it are not anchored yet.`)

  return unchecked.length === 0 ? 0 : 3
}

if (
  process.argv[1] &&
  fs.realpathSync(process.argv[1]) === fs.realpathSync(new URL(import.meta.url))
) {
  try {
    process.exitCode = checkFiles(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
