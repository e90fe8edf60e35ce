// A second opinion on the books, for somebody who trusts neither us nor our database. It reads one
// file of plain data, made by
// `npm run export -- --format rows --to books.rows`, and needs nothing but Node 20 or later: no
// database, no package.
//
// node check-rows.mjs books.rows [--witness FILE]... ends with 0 good, 1 wrong, 2 compared with
// nothing outside
//
// It works out by itself and in its own words: the hash of every row, the digest and hash of every
// block, the chain from
// sha256('ledger') on, numbers without a gap; each balance of an account that may not go below
// zero, row by row; that each
// row is a movement that may exist (the list below is its own), with its receipt, its reason, its
// custody or dollar leg and an
// approval by somebody else of exactly these rows; that no event, receipt or approval is used
// twice; that plans paid no more
// than they earned; and that block, number, hash and the sum owed to members are those that a
// witness was told.
//
// What it can't know: who is behind an id, whether what a receipt says came in did come in, whether
// money called a plan's
// income was one, and anything before the first witness: somebody who owns the database can write
// other books that agree
// with themselves. That is why it doesn't end with 0 unless you give it a witness that you kept
// yourself. A row doesn't say
// with which others it was posted: a leg beside it is looked for by kind and reference, and an
// approval that is needed only for
// several legs together, or by a rule made stricter later, isn't asked for here.
// @ts-nocheck: plain JavaScript for whoever reads it, with no types in between.
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'

// The only movements that exist: kind, class of the debit, class of the credit, and what each
// needs. A test holds this
// list equal to the database's. 'from': from this amount on (in the smallest unit) another admin
// has approved it.
export const ROUTES = `
adjusted equity member_cash reason from=100000
adjusted member_cash equity reason from=100000
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
network_fee_paid equity exchange custody from=10000
network_fee_paid exchange custody dollars
network_fee_paid fees exchange custody from=10000
position_opened member_cash member_principal
position_opened member_profit member_principal
principal_redeemed member_principal member_cash
promotion_funded equity promotion from=0
promotion_returned promotion equity from=0
return_paid plan_income member_profit
reward_paid promotion member_cash
suspense_matched exchange member_cash custody
suspense_matched suspense exchange
suspense_matched suspense member_cash
suspense_received custody suspense receipt
suspense_refunded suspense custody reason from=0
withdrawal_held member_cash member_hold_cash
withdrawal_held member_profit member_hold_profit
withdrawal_paid exchange custody dollars
withdrawal_paid member_hold_cash custody
withdrawal_paid member_hold_cash exchange custody
withdrawal_paid member_hold_profit custody
withdrawal_paid member_hold_profit exchange custody
withdrawal_released member_hold_cash member_cash
withdrawal_released member_hold_profit member_profit
`

// What the code of an account of each class looks like.
const FORMS = {
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
// Classes whose accounts may go below zero and keep no running balance; all others may not.
const UNLIMITED = ['custody', 'exchange', 'plan_assets']
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

// The parts that the hash of a row covers.
export const leafText = (j, { receipt, approval, debit, credit }) =>
  array([
    j.entry,
    j.id,
    j.kind,
    j.debit,
    j.credit,
    j.amount,
    j.debit_balance,
    j.credit_balance,
    j.effective,
    j.posted_at,
    j.reference,
    j.actor,
    j.reason,
    receipt ? receiptParts(receipt) : null,
    approval ? approvalParts(approval) : null,
    debit?.code ?? null,
    credit?.code ?? null,
  ])

export const blockHash = (b) =>
  sha256(
    Buffer.from(b.previous_hash, 'hex'),
    array([b.block, b.first_seq, b.last_seq, b.chained_at, b.digest]),
  ).toString('hex')

// What an approval is bound to: a text for each row that names it, in the order of their bytes.
// Where a loss is spread over
// members, one text for their shares together: its total was approved.
const postingHash = (lines) => {
  const sorted = lines.map((line) => Buffer.from(line)).sort(Buffer.compare)
  return sha256(`[${sorted.join(', ')}]`).toString('hex')
}

// Each movement that may exist, by its kind and classes.
function readRoutes() {
  return new Map(
    ROUTES.trim()
      .split('\n')
      .map((text) => {
        const [kind, debit, credit, ...needs] = text.trim().split(' ')
        const from = needs.find((need) => need.startsWith('from='))
        return [`${kind} ${debit} ${credit}`, { needs, from: from ? BigInt(from.slice(5)) : null }]
      }),
  )
}

// Remembers texts, also more of them than fit into one Set.
class LargeTextSet {
  sets = Array.from({ length: 64 }, () => new Set())
  setOf = (text) => this.sets[text.charCodeAt(text.length - 1) & 63]
  has = (text) => this.setOf(text).has(text)
  // Whether it is new.
  add(text) {
    const set = this.setOf(text)
    const before = set.size
    return set.add(text).size > before
  }
}

// Reads the file's lines in their order; `end()` says what can only be said of all of them.
export class LedgerVerifier {
  routes = readRoutes()
  accounts = new Map()
  receipts = new Map()
  proposals = new Map()
  approvals = new Map() // what was posted by each
  codes = new LargeTextSet()
  arrivals = new LargeTextSet() // payments from outside that a receipt is of
  events = new LargeTextSet()
  moved = new LargeTextSet() // kind and reference of custody legs
  dollars = new LargeTextSet() // and of dollar legs
  waiting = new Map() // rows whose custody or dollar leg has not come yet
  runs = []
  run
  block
  digest
  head = { block: 0n, seq: 0n, hash: sha256('ledger').toString('hex') }
  witnessed = new Map() // blocks that a witness knows
  next = 1n // the number that the next row has to have
  rows = 0
  unchainedRows = 0
  owed = 0n // to all members, in cents
  lines = 0
  ended = false

  constructor(report, blocks = []) {
    this.tell = report
    this.wanted = new Set(blocks)
  }

  read(text) {
    this.lines++

    try {
      const line = JSON.parse(text)
      const handler = READ.get(line.what)
      if (this.ended) this.tell(`line ${this.lines} stands behind the end`)
      if (handler) handler(this, line)
      else this.tell(`line ${this.lines} is of no kind that books have: ${line.what}`)
    } catch (error) {
      this.tell(
        `line ${this.lines} can't be read: ${error instanceof Error ? error.message : error}`,
      )
    }
  }

  currency({ code, scale }) {
    if (SCALES[code] !== scale) this.tell(`currency ${code} has ${scale} decimals`)
  }

  class({ name, limited }) {
    if (!(name in FORMS) || limited === UNLIMITED.includes(name))
      this.tell(`class ${name} is none that exists, or has another limit`)
  }

  route({ kind, debit_type, credit_type, approval_from, ...line }) {
    const name = `${kind} ${debit_type} ${credit_type}`
    const known = this.routes.get(name)
    if (!known) return this.tell(`route ${name} is none that may exist`)

    for (const need of ['receipt', 'reason', 'custody', 'dollars', 'spread']) {
      const declared = line[`needs_${need}`] ?? line[`with_${need}`] ?? line[need]
      if (declared !== known.needs.includes(need))
        this.tell(`route ${name} differs in what it says of ${need}`)
    }

    // An operator may ask for approvals from less on, and never from more.
    if (known.from !== null && (approval_from === null || BigInt(approval_from) > known.from))
      this.tell(
        `route ${name} needs an approval from ${known.from} on, and the file says otherwise`,
      )
  }

  account(line) {
    const { id, code, class: of, currency, owner } = line
    const end = code.split(':').at(-1)

    if (!FORMS[of]?.test(code) || currency !== (end in SCALES ? end : 'USD'))
      this.tell(`account ${code} is not what its code says`)
    if (of.startsWith('member_') && owner !== code.split(':')[1])
      this.tell(`account ${code} is said to be ${owner}'s`)
    if (this.accounts.has(id) || !this.codes.add(code))
      this.tell(`account ${code} (${id}) is there twice`)

    this.accounts.set(id, {
      ...line,
      limited: !UNLIMITED.includes(of),
      balance: 0n,
      came: 0n,
      went: 0n,
    })
  }

  receipt(line) {
    const { id, source, reference, output_index } = line
    if (this.receipts.has(id)) this.tell(`receipt ${id} is there twice`)
    if (!this.arrivals.add(`${source} ${reference} ${output_index}`))
      this.tell(`receipt ${id} is of what another one is of`)
    this.receipts.set(id, line)
  }

  proposal(line) {
    if (this.proposals.has(line.id)) this.tell(`proposal ${line.id} is there twice`)
    this.proposals.set(line.id, line)
  }

  blockBegins(line) {
    this.blockEnds()

    const name = `block ${line.block}`
    if (BigInt(line.block) !== this.head.block + 1n)
      this.tell(`${name} follows block ${this.head.block}`)
    if (line.previous_hash !== this.head.hash) this.tell(`${name} doesn't continue the chain`)
    if (BigInt(line.first_seq) !== this.head.seq + 1n)
      this.tell(`${name} begins with ${line.first_seq}, and ${this.head.seq + 1n} is next`)
    if (blockHash(line) !== line.hash) this.tell(`${name} doesn't have the hash that it says`)
    this.block = line
    this.digest = createHash('sha256')
  }

  blockEnds() {
    if (!this.digest) return

    const { block, first_seq, last_seq, digest, hash } = this.block
    if (this.next !== BigInt(last_seq) + 1n)
      this.tell(`block ${block} ends with number ${last_seq}, its rows with ${this.next - 1n}`)
    if (this.digest.digest('hex') !== digest)
      this.tell(`block ${block}, numbers ${first_seq} to ${last_seq}, is not what was sealed`)
    this.head = { block: BigInt(block), seq: BigInt(last_seq), hash }
    this.next = BigInt(last_seq) + 1n
    if (this.wanted.has(block)) this.witnessed.set(block, { seq: last_seq, hash, owed: this.owed })
    this.digest = undefined
  }

  runBegins(line) {
    const run = {
      seq: BigInt(line.first_seq),
      first: BigInt(line.first_id),
      last: BigInt(line.last_id),
    }

    if (line.block !== this.block?.block) this.tell(`run ${line.first_seq} is in another block`)
    this.runs.push([run.first, run.last])
    this.run = run
  }

  row(row) {
    const debit = this.accounts.get(row.debit)
    const credit = this.accounts.get(row.credit)
    const receipt = this.receipts.get(row.receipt)
    const approval = this.proposals.get(row.approval)
    const report = (wrong) => this.tell(`row ${row.entry}: ${wrong}`)
    const at = { row, debit, credit, receipt, approval, tell: report }

    this.rows++
    if (row.seq === null) this.countUnchained()
    else this.checkChainPosition(at)
    if (!this.events.add(row.id)) report(`its event ${row.id} was posted before`)
    if (!row.actor || !row.kind) report('it has no actor or no kind')

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

  // Its place in the chain.
  checkChainPosition({ row, tell, ...beside }) {
    const [seq, entry] = [BigInt(row.seq), BigInt(row.entry)]
    const leaf = sha256(leafText(row, beside))

    if (!this.digest) return tell('it is in no block')

    if (seq !== this.next) tell(`it has number ${seq}, and ${this.next} is next`)
    if (!this.run || entry !== this.run.first + seq - this.run.seq || entry > this.run.last)
      tell('its number and its entry belong to no run of the seal')

    const place = 8 * Number(seq - BigInt(this.block.first_seq))
    if (leaf.toString('hex', 0, 4) !== this.block.fingerprints.slice(place, place + 8))
      tell('it was changed after it was sealed')
    this.digest.update(leaf)
    this.next = seq + 1n
  }

  // Whether it may exist.
  movement({ row, debit, credit, tell }) {
    const path = `${row.kind} from ${debit.class} to ${credit.class}`
    const route = this.routes.get(`${row.kind} ${debit.class} ${credit.class}`)
    if (!route) return tell(`there is no ${path}`)

    const { needs, from } = route

    if (debit.currency !== credit.currency) tell(`${path} between two currencies`)
    if (BigInt(row.amount) <= 0n || row.debit === row.credit)
      tell(`${path} of ${row.amount} on ${debit.code}`)
    if (needs.includes('receipt') !== (row.receipt !== null))
      tell(`${path} ${row.receipt ? 'takes no' : 'needs a'} receipt`)
    if (needs.includes('reason') && !/[^ ]/.test(row.reason ?? '')) tell(`${path} needs a reason`)
    if (from !== null && row.approval === null && BigInt(row.amount) >= from)
      tell(`${path} of ${row.amount} needs an approval`)
    this.checkCompanionLegs(row, debit, credit, needs)
  }

  // What has to stand beside it, before it or after it.
  checkCompanionLegs(row, debit, credit, needs) {
    const key = `${row.kind} ${row.reference}`
    if ([debit.class, credit.class].includes('custody') || debit.class === 'suspense')
      this.moved.add(key)
    if ([debit.code, credit.code].includes('exchange:USD')) this.dollars.add(key)
    if (needs.includes('custody') && !this.moved.has(key))
      this.waiting.set(`custody ${key}`, row.entry)
    if (needs.includes('dollars') && debit.currency !== 'USD' && !this.dollars.has(key))
      this.waiting.set(`dollar ${key}`, row.entry)
    if (this.waiting.size > 0 && this.moved.has(key)) this.waiting.delete(`custody ${key}`)
    if (this.waiting.size > 0 && this.dollars.has(key)) this.waiting.delete(`dollar ${key}`)
  }

  checkReceipt({ row, receipt, debit, tell }) {
    if (!receipt) return tell(`its receipt ${row.receipt} is unknown`)
    if (receipt.used) tell(`its receipt ${row.receipt} was used before, by row ${receipt.used}`)
    if (receipt.currency !== debit.currency || receipt.amount !== row.amount)
      tell(`its receipt ${row.receipt} is of ${receipt.amount} ${receipt.currency}`)
    receipt.used = row.entry
  }

  checkApproval({ row, approval, debit, credit, tell }) {
    if (!approval) return tell(`its approval ${row.approval} is unknown`)

    if (approval.approved !== 'true') tell(`its approval ${row.approval} was not granted`)
    if (!approval.decided_by || approval.decided_by === approval.proposed_by)
      tell(`its approval ${row.approval} is by nobody other than proposed it`)

    const spread = this.routes
      .get(`${row.kind} ${debit.class} ${credit.class}`)
      ?.needs.includes('spread')
    const from = spread ? debit.class : debit.code
    const about = [row.reference, row.reason, row.receipt, spread ? null : row.id]
    const parts = [row.kind, from, credit.code, ...about]
    const all = this.approvals.get(row.approval) ?? { row: row.entry, groups: new Map() }
    const group = all.groups.get(array(parts)) ?? { parts, sum: 0n }

    group.sum += BigInt(row.amount)
    all.groups.set(array(parts), group)
    this.approvals.set(row.approval, all)
  }

  side(account, change, recordedBalance, report) {
    account.balance += change
    if (change > 0n) account.came += change
    else account.went -= change
    if (account.class.startsWith('member_')) this.owed += change
    if (recordedBalance !== (account.limited ? String(account.balance) : null))
      report(`${account.code} holds ${account.balance} after it, and it says ${recordedBalance}`)

    if (!account.limited || recordedBalance === null) return

    // so that one wrong row isn't told with all that follow
    account.balance = BigInt(recordedBalance)
    if (account.balance < 0n) report(`${account.code} is below zero`)
  }

  theEnd({ lines }) {
    this.ended = true
    if (Number(lines) !== this.lines)
      this.tell(`the file has ${this.lines} lines, and had ${lines}`)
  }

  end() {
    this.blockEnds()
    if (!this.ended) this.tell('the file has no end: it was cut off')
    for (const [key, row] of this.waiting)
      this.tell(`row ${row}: there is no ${key.split(' ')[0]} leg beside it`)

    for (const [id, { row, groups }] of this.approvals) {
      const lines = [...groups.values()].map(({ parts, sum }) =>
        array(parts.toSpliced(3, 0, String(sum))),
      )
      if (postingHash(lines) !== this.proposals.get(id)?.posting_hash)
        this.tell(`row ${row}: what was posted by approval ${id} is not what was approved`)
    }

    this.runs.sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [index, [first, last]] of this.runs.entries())
      if (last < first || first <= (this.runs[index - 1]?.[1] ?? 0n))
        this.tell(`row ${first}: two runs of the seal share it`)

    this.sums()
  }

  sums() {
    const sums = new Map()
    for (const { code, class: of, currency, balance, came, went } of this.accounts.values()) {
      sums.set(currency, (sums.get(currency) ?? 0n) + balance)
      if ((of === 'plan_income' || of === 'promotion') && went > came)
        this.tell(`${code} paid ${went}, and ${came} came in`)
    }

    for (const [currency, sum] of sums)
      if (sum !== 0n) this.tell(`all accounts in ${currency} together hold ${sum}`)
  }
}

// What is done with each kind of line.
const READ = new Map([
  ['currency', (verifier, line) => verifier.currency(line)],
  ['class', (verifier, line) => verifier.class(line)],
  ['route', (verifier, line) => verifier.route(line)],
  ['account', (verifier, line) => verifier.account(line)],
  ['receipt', (verifier, line) => verifier.receipt(line)],
  ['proposal', (verifier, line) => verifier.proposal(line)],
  ['block', (verifier, line) => verifier.blockBegins(line)],
  ['run', (verifier, line) => verifier.runBegins(line)],
  ['row', (verifier, line) => verifier.row(line)],
  ['end', (verifier, line) => verifier.theEnd(line)],
])

// The lines of a file of any length, a piece at a time.
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
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`${path} is no witness`)

  return { day, block: String(block), seq: String(seq), hash, owed: BigInt(owed) }
}

// Holds the books against what was told outside.
function compare(verifier, { day, block, seq, hash, owed }) {
  const found = verifier.witnessed.get(block)
  const name = `witness of ${day}`

  if (!found)
    return verifier.tell(
      `${name}: the chain ends with block ${verifier.head.block}, and block ${block} was witnessed`,
    )

  if (found.hash !== hash || found.seq !== seq)
    return verifier.tell(`${name}: block ${block} is not the one that was witnessed`)
  if (found.owed !== owed)
    return verifier.tell(`${name}: members were owed ${owed} cents, and the rows say ${found.owed}`)

  print(`The same as on ${day}: block ${block}, number ${seq}, ${owed} cents owed to members.`)
}

const MOST_SHOWN = 100

// What stands in the file may be meant for a terminal: it is shown without signs that can't be
// seen.
const print = (text) => console.log(text.replace(/\p{C}/gu, '?'))

function main([path, ...options]) {
  const anchors = []
  for (const [index, option] of options.entries())
    if (index % 2 === 1 && options[index - 1] === '--witness') anchors.push(readAnchor(option))

  if (!path || 2 * anchors.length !== options.length)
    throw new Error('node check-rows.mjs books.rows [--witness FILE]...')

  let wrong = 0
  const report = (text) => {
    if (++wrong <= MOST_SHOWN) print(`WRONG  ${text}`)
  }
  const blocks = anchors.map(({ block }) => block)
  const verifier = new LedgerVerifier(report, blocks)

  for (const line of readLines(path)) verifier.read(line)
  verifier.end()
  for (const anchor of anchors) compare(verifier, anchor)

  const { rows, unchainedRows: unsealed, accounts, receipts, approvals, head } = verifier
  print(
    `Read ${rows} rows, ${accounts.size} accounts, ${receipts.size} receipts, ` +
      `${approvals.size} approvals.`,
  )
  print(`The chain ends with block ${head.block}, number ${head.seq}, hash ${head.hash}`)
  if (unsealed > 0) print(`${unsealed} rows are not sealed yet: no hash covers them.`)

  return verdict(wrong, anchors, head)
}

function verdict(wrong, anchors, head) {
  if (wrong > MOST_SHOWN) print(`and ${wrong - MOST_SHOWN} more`)
  if (wrong > 0) print(`The books are wrong in ${wrong} places.`)

  if (wrong > 0) return 1

  if (anchors.length === 0) {
    print(
      'The books agree with themselves. Not compared with anything told outside: whoever owns the',
    )
    print('database could have written other ones that do too. Give a witness that you kept.')
    return 2
  }

  const last = anchors.map(({ seq }) => BigInt(seq)).reduce((a, b) => (a > b ? a : b))
  print(`The books agree with themselves, and up to number ${last} with what was told outside.`)
  if (head.seq > last)
    print(`The ${head.seq - last} numbers behind it have been told to nobody yet.`)

  return 0
}

if (
  process.argv[1] &&
  fs.realpathSync(process.argv[1]) === fs.realpathSync(new URL(import.meta.url))
) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
