import { addDays, HOUR_MS } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { hashShown } from '#modules/eligibility/queries.ts'
import { getSampleRules } from '#modules/eligibility/testing.ts'
import { formatTransfer, type Transfer } from '#modules/ledger/model.ts'
import { buildSigning } from './signing.ts'
import { NEWEST, newBankReference, sendStaffCall } from './staff-calls.ts'
import {
  type Matter,
  type Numbers,
  type Rogue,
  readColumn,
  type Statement,
  type World,
} from './world.ts'
import { DEPOSIT, FREEZE, REQUEST, runWorldEvent } from './world-events.ts'

type BuildMatter = (
  world: World,
  n: Numbers,
  rogue: Rogue,
) => Promise<Matter | null> | Matter | null

const nth = <Item>(list: readonly Item[], n: number) => list[n % Math.max(1, list.length)]
const pick = <Item>(n: number, ...list: [Item, ...Item[]]): Item => nth(list, n) ?? list[0]

/** The time that a statement claims: now, days before, or days after. */
const claim = ({ server }: World, n: number) =>
  new Date(server.clock.now().getTime() + pick(n, 0, -25, -100, 25, 100) * HOUR_MS)

const CENTS = [1n, 5_000n, 9_999n, 10_000n, 60_000n, 99_999n, 100_000n, 2_500_000n] as const
const cents = (n: number) => pick(n, ...CENTS)

/** One of the newest rows that a query finds; made first, by an accomplice, where there is none. */
async function findOrMake(world: World, n: Numbers, event: string, query: string) {
  const find = async () => (await world.server.database.owner.query(query, [world.since])).rows
  let rows = await find()
  if (rows.length === 0) {
    await runWorldEvent(world, event, n).catch(() => null)
    rows = await find()
  }
  return nth(rows.slice(0, NEWEST), n[0])
}

const withdrawal: BuildMatter = async (world, n, rogue) => {
  const found = await findOrMake(
    world,
    n,
    REQUEST,
    `select id, member_id as "memberId", amount::text, coin, address from withdrawal
      where created_at >= $1 and status = 'pending' order by created_at desc, id`,
  )
  if (!found) return null

  const { id, ...content } = found
  const at = claim(world, n[1])
  const from = pick(n[2], 1_000_000n, 99_999_999_999n, null, 1_000_000n)
  const fixed = `approved_at = $2, approved_by = $3, fee = 0, rate = 1, rate_source = 'x', rate_at = $2,
    coin_amount = 1, second_admin_from = $4`
  const values = (...more: unknown[]) => [id, at, rogue.label, from, ...more]

  return {
    permission: 'withdrawal.approve',
    subjectId: id,
    content,
    apply: (approval) => [
      ...(n[2] % 5 === 0
        ? ([
            [
              `update withdrawal set status = 'rejected', closed_at = $2, closed_by = $3, reason = 'x',
              ${fixed} where id = $1`,
              values(),
            ],
          ] as Statement[])
        : []),
      [
        `update withdrawal set status = 'approved', closed_at = null, closed_by = null, reason = null,
        approval_id = $5, ${fixed} where id = $1`,
        values(approval),
      ],
    ],
  }
}

const payoutBatch: BuildMatter = async (world, n, rogue) => {
  const { rows } = await world.server.database.owner.query(
    `select id, amount, method from withdrawal where created_at >= $1 and status = 'approved'
      and payout_batch_id is null order by created_at desc, id limit $2`,
    [world.since, pick(n[0], 1, 2, NEWEST)],
  )
  if (rows.length === 0) return null

  const id = createId('pbt')
  const ids: string[] = rows.map((row) => row.id).sort()
  const sum = rows.reduce((all, { amount }) => all + BigInt(amount), 0n)
  const claimed = n[2] % 4 === 0 ? 1n : sum
  const from = pick(n[2], 1_000_000n, 99_999_999_999n)
  const fileSha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

  return {
    permission: 'payout-batch.export',
    subjectId: id,
    content: { withdrawals: ids.join(' '), cents: String(claimed), kind: 'csv', fileSha256 },
    apply: (approval) => [
      [
        `insert into payout_batch (id, withdrawal_ids, cents, method, created_at, created_by,
          creator_label) values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, ids, claimed, rows[0].method, claim(world, n[1]), rogue.id, rogue.label],
      ],
      ['update withdrawal set payout_batch_id = $1 where id = any($2)', [id, ids]],
      [
        `update payout_batch set status = 'exported', kind = 'csv', file_sha256 = sha256(''),
          exported_at = $2, exported_by = $3, exporter_label = $4, second_admin_from = $5,
          approval_id = $6 where id = $1`,
        [id, claim(world, n[1]), rogue.id, rogue.label, from, approval],
      ],
    ],
  }
}

const cancelledBatch: BuildMatter = async (world, n, rogue) => {
  const { rows } = await world.server.database.owner.query(
    'select id, number from payout_batch where exported_at >= $1 and cancelled_at is null',
    [world.since],
  )
  const found = nth(rows, n[0])
  if (!found) return null

  const reason = 'It was never sent.'
  return {
    permission: 'payout-batch.cancel',
    subjectId: found.id,
    content: { batch: found.id, number: String(found.number), reason },
    apply: (approval) => [
      [
        `update payout_batch set status = 'cancelled', cancelled_at = $2, cancelled_by = $3, cancel_reason = $4,
          cancel_approval_id = $5 where id = $1`,
        [found.id, world.server.clock.now(), rogue.label, reason, approval ?? 'prp_none'],
      ],
      ['update withdrawal set payout_batch_id = null where payout_batch_id = $1', [found.id]],
    ],
  }
}

const deposit: BuildMatter = async (world, n, rogue) => {
  const found = await findOrMake(
    world,
    n,
    DEPOSIT,
    `select * from deposit where created_at >= $1 and status <> 'completed'
      order by created_at desc, id`,
  )
  if (!found) return null

  const bank = n[2] % 2 === 0
  const receipt = createId('rcp')
  const reference = newBankReference().toLowerCase()
  const quoted = BigInt(bank ? found.amount : found.coin_amount)
  const received = (quoted * pick(n[1], 100n, 97n, 108n, 43_700n)) / 100n
  const rate = BigInt(found.rate)
  const credited = bank ? received : (received * rate) / 10n ** 10n
  const at: Date = found.arrived_at ?? found.created_at
  const source = bank ? 'bank' : found.coin
  const currency = bank ? 'USD' : found.coin

  return {
    permission: 'deposit.confirm',
    subjectId: found.id,
    content: {
      ...{ memberId: found.member_id, received: String(received), receivedIn: currency },
      ...{
        rate: String(rate),
        credited: String(credited),
        invested: '0',
        arrivedAt: at.toISOString(),
      },
      ...{ source, reference, outputIndex: '0' },
    },
    apply: (approval) => [
      [
        'select ledger.record_receipt($1, $2, $3, 0, $4, $5, $6, $7)',
        [receipt, source, reference, currency, received, at, rogue.id],
      ],
      [
        `update deposit set status = 'completed', amount_reserved = false, decided_at = $2, decided_by = $3,
          receipt_id = $4, received = $5, received_in = $6, credited = $7, approval_id = $8,
          submitted_at = coalesce(submitted_at, $2), arrived_at = coalesce(arrived_at, created_at),
          late = coalesce(late, false), credit_rate = coalesce(credit_rate, rate)
        where id = $1`,
        [
          found.id,
          world.server.clock.now(),
          rogue.label,
          receipt,
          received,
          currency,
          credited,
          approval,
        ],
      ],
    ],
  }
}

/** A credited deposit taken back, with its position where it has one. */
const reversal: BuildMatter = async (world, n, rogue) => {
  const { rows } = await world.server.database.owner.query(
    `select d.*, coalesce(p.remaining_cents, 0) as principal from deposit d
      left join position p on p.id = d.position_id
      where d.status = 'completed' order by d.created_at desc, d.id`,
  )
  const found = nth(rows, n[0])
  if (!found) return null

  const at = claim(world, n[1])
  const reason = 'A mistake.'

  return {
    permission: 'deposit.reverse',
    subjectId: found.id,
    content: {
      ...{ memberId: found.member_id, receipt: found.receipt_id, received: String(found.received) },
      ...{ receivedIn: found.received_in, credited: String(found.credited) },
      ...{ positionId: found.position_id, principal: String(found.principal), reason },
    },
    apply: (approval) => [
      [
        `update position set status = 'reversed', reversed_cents = remaining_cents, remaining_cents = 0,
          matured_on = current_date where deposit_id = $1`,
        [found.id],
      ],
      [
        `update deposit set status = 'reversed', reversed_at = $2, reversed_by = $3,
          reversal_reason = $4, reversal_approval_id = $5 where id = $1`,
        [found.id, at, rogue.label, reason, approval],
      ],
    ],
  }
}

/** A recorded income taken back. */
const incomeReversal: BuildMatter = async (world, n, rogue) => {
  const { rows } = await world.server.database.owner.query(
    'select * from plan_income where reversed_at is null order by recorded_at desc, id',
  )
  const found = nth(rows, n[0])
  if (!found) return null

  const reason = 'A mistake.'

  return {
    permission: 'income.reverse',
    subjectId: found.id,
    content: {
      planId: found.plan_id,
      receipt: found.receipt_id,
      cents: String(found.cents),
      reason,
    },
    apply: (approval) => [
      [
        `update plan_income set reversed_at = $2, reversed_by = $3, reversal_reason = $4,
          reversal_approval_id = $5 where id = $1`,
        [found.id, claim(world, n[1]), rogue.label, reason, approval],
      ],
    ],
  }
}

const CONTROLS: [setting: string, changes: Record<string, unknown>][] = [
  ['withdrawals', { secondAdminFrom: '9999999' }],
  ['withdrawals', { secondAdminFrom: '1e7' }],
  ['withdrawals', { walletCoolDownHours: 0 }],
  ['plans', { targetWarningBps: 3_000 }],
  ['plans', { targetWarningBps: 100 }],
  ['countries', { blocked: [] }],
  ['countries', { blocked: ['KP', 'IR', 'CU'] }],
  ['pauses', { signUps: null }],
  ['withdrawals', { secondAdminFrom: '500000', walletCoolDownHours: 72 }],
]

/** A looser control: as a setting, or first as a change that claims to be approved. */
const setting: BuildMatter = (world, n, rogue) => {
  const [name, changes] = pick(
    n[0],
    ...(CONTROLS as [(typeof CONTROLS)[number], ...typeof CONTROLS]),
  )
  const at = claim(world, n[1])

  return {
    permission: 'setting.loosen',
    subjectId: name,
    content: { changes },
    apply: (approval) => [
      ...(approval
        ? ([
            [
              `insert into setting_change (id, setting, changes, approved_at, effective_from)
              values ($1, $2, $3, $4, $4) on conflict do nothing`,
              [approval, name, JSON.stringify(changes), at],
            ],
          ] as Statement[])
        : []),
      [
        `insert into setting as s values ($1, $2, $3, $4, $5) on conflict (name) do update
          set value = s.value || excluded.value, changed_at = $4, change_id = $5`,
        [name, JSON.stringify(changes), rogue.label, at, approval],
      ],
    ],
  }
}

const moneyRole: BuildMatter = async (world, n, rogue) => {
  const staffId =
    nth(
      await readColumn(
        world,
        'select id from staff where suspended_at is null or changed_at >= $1 order by id',
        [world.since],
      ),
      n[0],
    ) ?? ''
  const [email = ''] = await readColumn(world, 'select email from staff where id = $1', [staffId])
  const role = pick(n[1], 'finance', 'owner')
  const id = createId('adm')
  const sock = `${id}@example.com`
  const isInvited = n[2] % 3 === 0
  const at = claim(world, n[2])

  return {
    permission: 'staff.money-role',
    subjectId: isInvited ? sock : staffId,
    content: { email: isInvited ? sock : email, role },
    apply: (approval) =>
      isInvited
        ? [
            ["insert into credential values ($1, 'x', $2)", [id, at]],
            [
              `insert into staff (id, first_name, last_name, email, role, created_at, invited_by,
                decides_since, changed_at, approval_id)
              values ($1, 'Sock', 'Puppet', $2, $3, $4, $5, '2020-01-01', '2020-01-01', $6)`,
              [id, sock, role, at, rogue.id, approval],
            ],
          ]
        : [
            [
              `update staff set role = $2, suspended_at = null, suspended_reason = null, approval_id = $3,
                decides_since = '2020-01-01' where id = $1`,
              [staffId, role, approval],
            ],
          ],
  }
}

/** A target out of the ordinary, put on offer by who proposed it, or called ordinary. */
const planVersion: BuildMatter = (world, n, rogue) => {
  const [id, planId] = [createId('plv'), createId('pln')]
  const at = world.server.clock.now()
  const [first] = world.rogues
  const proposer = n[2] % 4 === 0 ? rogue : first
  const publisher = n[1] % 3 === 0

  return {
    permission: 'plan.publish',
    subjectId: id,
    content: { id },
    apply: () => [
      [
        "insert into plan (id, family, name, created_at) values ($1, 'crypto', $1, $2)",
        [planId, at],
      ],
      [
        `insert into plan_version (id, plan_id, number, min_cents, max_cents, target_bps, term_days,
          liquidity, fees, basis, risk, sample, extraordinary, effective_from, proposed_by, proposed_at,
          published_by, published_at)
        values ($1, $2, 1, 1, 100, $3, 30, 'x', 'x', 'x', 'x', false, $4, $5::timestamptz, $6,
          $5::timestamptz, $7, $8)`,
        [
          id,
          planId,
          pick(n[0], 5_000, 240, 40_000),
          n[1] % 4 !== 0,
          at,
          proposer.id,
          publisher ? rogue.id : null,
          publisher ? at : null,
        ],
      ],
      [
        'update plan_version set published_by = $2, published_at = $3, extraordinary = $4 where id = $1',
        [id, rogue.id, at, n[1] % 4 !== 0],
      ],
    ],
  }
}

/** A campaign that is large, or starts today: published by an update, or inserted as published. */
const campaign: BuildMatter = (world, n, rogue) => {
  const id = createId('cmp')
  const [first] = world.rogues
  const [amount, budget] = pick(
    n[0],
    [2_500n, 90_000n],
    [2_500n, 100_000n],
    [10_000n, 50_000n],
    [500_000n, 500_000n],
  )
  const now = world.server.clock.now()
  const claimed = claim(world, n[1])
  const created = world.mode === 'live' && claimed < now ? claimed : now
  // The sandbox takes the time that it is given, also of a matter that is applied after hours: only
  // live measures by the database's clock.
  const getPublishedAt = () => (world.mode === 'live' ? claimed : world.server.clock.now())
  const day = (days: number) =>
    new Date(now.getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  const isInserted = n[2] % 2 === 0
  const creator = n[2] % 3 === 0 ? rogue : first

  return {
    permission: 'campaign.manage',
    subjectId: id,
    content: { id },
    apply: () => [
      [
        `insert into campaign (id, code, name, message, amount_cents, budget_cents, starts_on, ends_on,
          created_by, created_at, published_by, published_at)
        values ($1, $2, 'x', 'x', $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          id,
          id.replace('_', '-'),
          amount,
          budget,
          day(n[2] % 3),
          day(9),
          creator.id,
          created,
          isInserted ? rogue.id : null,
          isInserted ? getPublishedAt() : null,
        ],
      ],
      [
        'update campaign set published_by = $2, published_at = $3 where id = $1',
        [id, rogue.id, getPublishedAt()],
      ],
    ],
  }
}

const feeTerms: BuildMatter = (world, n, rogue) => {
  const [fee, minimum] = pick(
    n[0],
    [2_500n, 2_600n],
    [2_400n, 2_500n],
    [100n, 500n],
    [300n, 2_000n],
  )
  const at = claim(world, n[1])
  const effective = new Date(at.getTime() + pick(n[2], 0, 1, 24 * 30) * HOUR_MS)
  const content = { method: 'USDT', withdrawalFee: String(fee), minWithdrawal: String(minimum) }

  return {
    permission: 'fees.raise',
    subjectId: 'USDT',
    content,
    apply: (approval) => [
      [
        `insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at,
          effective_from, announced_by, approval_id) values ('USDT', $1, $2, $3, $4, $5, $6)`,
        [fee, minimum, at, effective, rogue.label, approval],
      ],
    ],
  }
}

const receivingAddress: BuildMatter = (world, n, rogue) => {
  const content = { method: 'USDT', address: `0x${createId('rad').slice(4).repeat(2)}` }
  const at = claim(world, n[0])

  return {
    permission: 'receiving-address.change',
    subjectId: 'USDT',
    content,
    apply: (approval) => [
      [
        `insert into receiving_address (id, method, address, effective_from, changed_by, changed_at)
        values ($1, 'USDT', $2, $3, $4, $3)`,
        [createId('rad'), content.address, at, approval ?? rogue.label],
      ],
    ],
  }
}

/** A pool of addresses: members would pay to what one admin chose. */
const addressSource: BuildMatter = (world, n, rogue) => {
  const addresses = [`0x${createId('asr').slice(4).repeat(2)}`]
  const content = {
    ...{ method: 'USDT', mode: 'pool', chain: 'ethereum', accountKey: null, scriptType: null },
    ...{ fingerprint: null, path: null, addresses },
  }
  const at = claim(world, n[0])

  return {
    permission: 'receiving-address.change',
    subjectId: 'USDT',
    content,
    apply: (approval) => [
      [
        `insert into address_source (id, method, mode, chain, addresses, effective_from,
          changed_by, changed_at, approval_id) values ($1, 'USDT', 'pool', 'ethereum', $2, $3, $4,
          $3, $5)`,
        [createId('asr'), addresses, at, rogue.label, approval],
      ],
    ],
  }
}

const unfreeze: BuildMatter = async (world, n) => {
  await runWorldEvent(world, FREEZE, n)
  const [id] = await readColumn(world, 'select max(id) from ledger.ledger_freeze')
  const at = world.server.clock.now()

  return {
    permission: 'ledger.unfreeze',
    subjectId: `freeze_${id}`,
    content: { reason: 'x' },
    apply: (approval) => [['select ledger.unfreeze_ledger($1, $2)', [approval, at]]],
  }
}

/** A rule made looser: the amount from which the ledger asks for an approval. */
const threshold: BuildMatter = (_world, n) => ({
  permission: 'setting.loosen',
  subjectId: 'rule',
  content: {},
  apply: () => [
    pick<Statement>(
      n[2],
      [
        'select ledger.tighten_approval($1, $2)',
        [
          pick(n[0], 'adjusted', 'network_fee_paid', 'capital_paid_out'),
          pick(n[1], 9_999_999_999n, 100_000n, null),
        ],
      ],
      ["insert into setting_control values ('x', 'y', 'higher', '1', '1', 1)", []],
      ['update setting_control set bound = null', []],
      ['update ledger.posting_rule set approval_from = null', []],
      ['update approvals.installation set live = false', []],
    ),
  ],
})

const brokenShortage: BuildMatter = async (world, n, rogue) => {
  const find = async () =>
    (
      await world.server.database.owner.query(
        `select id, difference from reconciliation_break where opened_at >= $1 and resolved_at is null
          order by opened_at desc`,
        [world.since],
      )
    ).rows
  let rows = await find()
  if (rows.length === 0) {
    await sendStaffCall(world, 'POST /api/admin/reconciliation/balances', n, rogue)
    rows = await find()
  }
  const found = nth(rows, n[0])
  if (!found) return null

  const explanation = 'A payment was on its way at midnight; the statement shows it.'

  return {
    permission: 'break.explain',
    subjectId: found.id,
    content: { explanation, difference: String(found.difference) },
    apply: (approval) => [
      [
        `update reconciliation_break set owner_id = $2, taken_at = $3, resolved_at = $3, resolved_by = $2,
          resolved_as = 'explained', resolution = $4, approval_id = $5 where id = $1`,
        [found.id, rogue.id, world.server.clock.now(), explanation, approval],
      ],
    ],
  }
}

/** A case of a member who moves no money here, and lists that hold no other one. */
const OPEN_CASE = [
  `insert into screening_list (id, source, sha256, parties, loaded_at)
    select 'scl_' || repeat('0', 20), 'un', repeat('0', 64), 1, now()
    where not exists (select from screening_list)`,
  `insert into member_screening select id, profile_version, 'test', now() from member
    on conflict do nothing`,
  `insert into screening_case (id, member_id, list_id, party_id, party, person, score, matched_name,
      content_hash, opened_at, status)
    select 'scc_' || substr(md5(random()::text), 1, 20), 'mem_listed', l.id, 'x', '{}', '{}', 100, 'A name',
      encode(sha256(random()::text::bytea), 'hex'), now(), 'open'
    from screening_list l limit 1`,
]

const screeningCase: BuildMatter = async ({ server }, _n, rogue) => {
  const { owner } = server.database
  const find = async () =>
    (
      await owner.query(
        "select id, content_hash from screening_case where status <> 'false_positive' order by sequence desc",
      )
    ).rows[0]
  if (!(await find())) for (const statement of OPEN_CASE) await owner.query(statement)

  const found = await find()
  const reason = 'Another date of birth, by the passport.'

  return {
    permission: 'screening.dismiss',
    subjectId: found.id,
    content: { case: found.content_hash, reason },
    apply: (approval) => [
      [
        `update screening_case set status = 'false_positive', decided_at = $3, decided_by = $2, reason = $4,
          approval_id = $5 where id = $1`,
        [found.id, rogue.id, server.clock.now(), reason, approval],
      ],
    ],
  }
}

const eligibilityRules: BuildMatter = async ({ server }, n, rogue) => {
  const { owner } = server.database
  const { rows } = await owner.query(
    "select coalesce(max(version), 0) + 1 as version from rule_set where key = 'many-admins'",
  )
  const version = Number(rows[0].version) + (n[1] % 3)
  const rules = { ...getSampleRules('default'), key: 'many-admins', version, countries: [] }
  const text = JSON.stringify(rules)
  const rulesSha256 = hashShown(text)
  const effectiveFrom = addDays(server.clock.today(), 2)

  return {
    permission: 'rules.publish',
    subjectId: rules.key,
    content: { rulesSha256, rules: text, effectiveFrom },
    apply: (approval) => [
      [
        `insert into rule_set (id, key, version, name, content, content_sha256, countries, sample,
            effective_from, approval_id, published_by, published_at)
          values ($6, $1, $7, $8, $4, $9, '{}', true, $10, $5, $2, $3)`,
        [
          rules.key,
          rogue.id,
          server.clock.now(),
          text,
          approval,
          createId('rus'),
          version,
          rules.name,
          rulesSha256,
          effectiveFrom,
        ],
      ],
    ],
  }
}

/** A verification in review of a member who moves no money here. */
const IN_REVIEW = [
  `insert into identity_verification (id, member_id, level, provider, status, begun_at)
    select 'ver_' || substr(md5(random()::text), 1, 20), m.id, 'source_of_funds', 'desk', 'waiting_for_member', now()
    from member m where not exists (select from identity_verification v where v.member_id = m.id
      and v.level = 'source_of_funds' and v.status in ('waiting_for_member', 'in_review')) limit 1`,
  `update identity_verification set status = 'in_review', submitted_at = now(), due_at = now() + interval '1 day',
      name = 'A name', details = '{}', identity_version = 1,
      content_hash = encode(sha256(random()::text::bytea), 'hex')
    where status = 'waiting_for_member' and level = 'source_of_funds'`,
]

const refusedVerification: BuildMatter = async ({ server }, _n, rogue) => {
  const { owner } = server.database
  const find = async () =>
    (
      await owner.query(
        "select id, content_hash from identity_verification where status = 'in_review' order by sequence desc",
      )
    ).rows[0]
  if (!(await find())) for (const statement of IN_REVIEW) await owner.query(statement)

  const found = await find()
  const reason = 'The document is of another person.'

  return {
    permission: 'identity.refuse',
    subjectId: found.id,
    content: { verification: found.content_hash, reason },
    apply: (approval) => [
      [
        `update identity_verification set status = 'refused', decided_at = $3, decided_by = $2, staff_reason = $4,
          approval_id = $5 where id = $1`,
        [found.id, rogue.id, server.clock.now(), reason, approval],
      ],
    ],
  }
}

/** A case about a deposit that is decided, so that it holds nothing here. */
const OPEN_MONITORING_CASE = `insert into monitoring_case
    (id, rule, member_id, subject_id, facts, opened_at, status)
  select 'mon_' || substr(md5(random()::text), 1, 20), 'test', d.member_id, d.id, '{}', now(), 'open'
  from deposit d where d.status <> 'pending' limit 1`

const monitoringCase: BuildMatter = async ({ server }, _n, rogue) => {
  const { owner } = server.database
  const find = async () =>
    (
      await owner.query(
        "select id from monitoring_case where status <> 'cleared' order by sequence desc",
      )
    ).rows[0]
  if (!(await find())) await owner.query(OPEN_MONITORING_CASE)

  const { id } = await find()
  const reason = 'The sale of a flat, by the contract.'

  return {
    permission: 'monitoring.clear',
    subjectId: id,
    content: { case: id, reason },
    apply: (approval) => [
      [
        `update monitoring_case set status = 'cleared', decided_at = $3, decided_by = $2, reason = $4,
          approval_id = $5 where id = $1`,
        [id, rogue.id, server.clock.now(), reason, approval],
      ],
    ],
  }
}

type Leg = [type: Transfer['transferType'], debit: string, credit: string, currency?: 'USD' | 'BTC']

/** The movements that need two admins always, or from their sum of a day on. */
const MOVEMENTS: [Leg[], receipt: 'USD' | 'BTC' | null][] = [
  [[['adjusted', 'equity', 'MULE:cash']], null],
  [[['adjusted', 'equity', 'MULE:cash']], null],
  [[['adjusted', 'MULE:cash', 'equity']], null],
  [
    [
      ['network_fee_paid', 'equity', 'exchange:USD'],
      ['network_fee_paid', 'exchange:BTC', 'custody:hot:BTC', 'BTC'],
    ],
    null,
  ],
  [
    [
      ['network_fee_paid', 'fees', 'exchange:USD'],
      ['network_fee_paid', 'exchange:BTC', 'custody:hot:BTC', 'BTC'],
    ],
    null,
  ],
  [[['income_recorded', 'custody:bank:USD', 'PLAN:income']], 'USD'],
  [[['loss_recorded', 'MULE:principal', 'custody:bank:USD']], null],
  [[['loss_recorded', 'PLAN:income', 'custody:bank:USD']], null],
  [[['capital_paid_in', 'custody:bank:USD', 'equity']], 'USD'],
  [[['capital_paid_out', 'equity', 'custody:bank:USD']], null],
  [
    [
      ['capital_paid_out', 'equity', 'exchange:USD'],
      ['capital_paid_out', 'exchange:BTC', 'custody:hot:BTC', 'BTC'],
    ],
    null,
  ],
  [[['assets_placed', 'PLAN:assets', 'custody:bank:USD']], null],
  [[['assets_returned', 'custody:bank:USD', 'PLAN:assets']], 'USD'],
  [[['assets_lost', 'equity', 'PLAN:assets']], null],
  [[['promotion_funded', 'equity', 'promotion']], null],
  [[['promotion_returned', 'promotion', 'equity']], null],
  [[['custody_moved', 'custody:hot:BTC', 'custody:cold:BTC', 'BTC']], null],
  [[['converted', 'exchange:BTC', 'custody:hot:BTC', 'BTC']], null],
  [[['suspense_received', 'custody:bank:USD', 'suspense:USD']], 'USD'],
  [[['suspense_matched', 'suspense:USD', 'MULE:cash']], null],
  [[['suspense_refunded', 'suspense:USD', 'custody:bank:USD']], null],
  [[['deposit_reversed', 'MULE:cash', 'custody:bank:USD']], null],
  [[['income_reversed', 'PLAN:income', 'custody:bank:USD']], null],
  [[['fee_reversed', 'fees', 'MULE:cash']], null],
]

const posting: BuildMatter = (world, n, rogue) => {
  const [legs, receiptIn] = pick(
    n[0],
    ...(MOVEMENTS as [(typeof MOVEMENTS)[number], ...typeof MOVEMENTS]),
  )
  const event = createId('mov')
  const amount = cents(n[1])
  const receipt = receiptIn ? createId('rcp') : undefined
  const account = (code: string) =>
    code
      .replace('MULE', `member:${pick(n[2], ...world.mules).id}`)
      .replace('PLAN', `plan:${world.plan.planId}`)
  const transfers = legs.map(
    ([transferType, debit, credit, currency = 'USD'], at): Transfer => ({
      idempotencyKey: `${event}/${at}`,
      ...{ transferType, debit: account(debit), credit: account(credit) },
      amount: currency === 'USD' ? amount : 1_000n,
      effectiveDate: world.server.clock.today(),
      ...{ reference: event, actor: rogue.id, reason: 'A test.' },
      ...(receipt && { receipt }),
    }),
  )

  return {
    permission: 'capital.record',
    subjectId: event,
    content: { amount: String(amount) },
    transfers,
    apply: (approval) => [
      ...(receipt
        ? ([
            [
              'select ledger.record_receipt($1, $2, $3, 0, $4, $5, $6, $7)',
              [
                receipt,
                'bank',
                newBankReference(),
                'USD',
                amount,
                world.server.clock.now(),
                rogue.id,
              ],
            ],
          ] as Statement[])
        : []),
      [
        'select from ledger.post($1::ledger.transfer[])',
        [transfers.map((leg) => formatTransfer({ ...leg, ...(approval && { approval }) }))],
      ],
    ],
  }
}

/**
 * What the application's role can be made to do, by what it guards. Each statement names in every
 * column the admin who runs it, and no other: whose consent a name is, is proven by signatures, and
 * not by this database.
 */
export const MATTERS: Record<string, { build: BuildMatter; guards: string[]; often: number }> = {
  withdrawal: { build: withdrawal, guards: ['withdrawal'], often: 9 },
  'payout batch': { build: payoutBatch, guards: ['payout_batch'], often: 3 },
  'batch cancelled': { build: cancelledBatch, guards: ['payout_batch'], often: 2 },
  deposit: { build: deposit, guards: ['deposit', 'ledger.record_receipt'], often: 5 },
  'deposit reversal': { build: reversal, guards: ['deposit', 'position'], often: 3 },
  'income reversal': { build: incomeReversal, guards: ['plan_income'], often: 2 },
  setting: { build: setting, guards: ['setting', 'setting_change'], often: 6 },
  'money role': { build: moneyRole, guards: ['staff', 'credential'], often: 5 },
  'plan version': { build: planVersion, guards: ['plan', 'plan_version'], often: 7 },
  campaign: { build: campaign, guards: ['campaign'], often: 7 },
  'fee terms': { build: feeTerms, guards: ['fee_terms'], often: 5 },
  'receiving address': { build: receivingAddress, guards: ['receiving_address'], often: 3 },
  'address source': { build: addressSource, guards: ['address_source'], often: 3 },
  unfreeze: { build: unfreeze, guards: ['ledger.unfreeze_ledger'], often: 1 },
  threshold: { build: threshold, guards: ['ledger.tighten_approval'], often: 1 },
  'break explained': { build: brokenShortage, guards: ['reconciliation_break'], often: 4 },
  'monitoring case': { build: monitoringCase, guards: ['monitoring_case'], often: 3 },
  'screening case': { build: screeningCase, guards: ['screening_case'], often: 3 },
  'eligibility rules': { build: eligibilityRules, guards: ['rule_set'], often: 3 },
  'verification refused': {
    build: refusedVerification,
    guards: ['identity_verification'],
    often: 3,
  },
  posting: { build: posting, guards: ['ledger.post'], often: 18 },
}

/** How a matter is pursued: alone, with an approval of one's own, or with one that is there. */
const WAYS = [
  'without an approval',
  'proposed',
  'proposed and decided',
  'with an approval',
] as const

/** Runs a matter's statements in one transaction as the application's role; throws as it does. */
async function apply({ server }: World, statements: Statement[]) {
  const client = await server.database.pool.connect()
  try {
    await client.query('begin')
    for (const [text, values] of statements) await client.query(text, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** One step by SQL: a matter proposed, decided or carried out by the rogue who runs it. */
export async function runStatement(world: World, kind: string, n: Numbers, rogue: Rogue) {
  const { matters: proposed } = world
  const way = WAYS[n[2] % WAYS.length]
  const numbers = [n[0], n[1], n[2] >> 2] as const

  const earlier = proposed.filter((one) => one.kind === kind).at(-1)
  if (way === 'with an approval' && earlier)
    return await apply(world, earlier.matter.apply(earlier.id))

  const matter = await MATTERS[kind]?.build(world, numbers, rogue)
  if (!matter) return null
  if (way === 'without an approval') return await apply(world, matter.apply(null))

  const id = await propose(world, matter, rogue)
  proposed.push({ id, kind, matter })
  if (way !== 'proposed and decided') return

  await decideBySql(world, id, rogue)
  await apply(world, matter.apply(id))
}

async function propose(
  { server }: World,
  matter: Matter,
  { id: by, label }: Rogue,
): Promise<string> {
  const id = createId('prp')
  const now = server.clock.now()
  const until = new Date(now.getTime() + 72 * HOUR_MS)
  const list = (matter.transfers ?? []).map((leg) => formatTransfer({ ...leg, approval: id }))
  await apply({ server } as World, [
    [
      `select approvals.propose($1, $2, $3, $4, case when $5 then ledger.posting_hash($6::ledger.transfer[]) end,
        $7, $8, $9, $10)`,
      [
        id,
        matter.permission,
        matter.subjectId,
        JSON.stringify(matter.content),
        list.length > 0,
        list,
        by,
        label,
        now,
        until,
      ],
    ],
  ])
  return id
}

const DECIDE = `select approvals.decide(p.id, true, p.content_hash, $2, $3, $4, null) from approvals.proposals p
  where p.id = $1`

/** Decides on a proposal as a rogue, at a time of the rogue's choice. */
export async function decideBySql(world: World, id: string, rogue: Rogue, n = 0) {
  const at = claim(world, n)
  await apply(world, [
    [DECIDE, [id, rogue.id, rogue.label, at]],
    await buildSigning(world, id, rogue, at),
  ])
}
