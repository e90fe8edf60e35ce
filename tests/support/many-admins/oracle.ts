import type { Cast, World } from './world.ts'

/** What PRODUCT.md section 1 asks two admins for, in cents, written down apart from the code. */
const WITHDRAWALS_A_DAY = 1_000_000n
const ADJUSTMENTS_A_DAY = 100_000n
const NETWORK_FEES_A_DAY = 10_000n
const CAMPAIGN_BUDGET = 100_000n
const CAMPAIGN_CLAIM = 10_000n
const ORDINARY_YEARLY_BPS = 3_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NEW_DECIDER_MS = 72 * HOUR_MS
const LOOSENING_MS = { sandbox: 0, live: DAY_MS }

/**
 * The movements that one admin, a member or the system makes alone. Every other movement takes two
 * admins: a new transfer type that takes one is added here, with its row of PRODUCT.md section 1.
 */
const ALONE: Readonly<Record<'sandbox' | 'live', readonly string[]>> = {
  sandbox: [
    ...['deposit_confirmed', 'position_opened', 'principal_redeemed', 'return_paid', 'reward_paid'],
    ...['withdrawal_held', 'withdrawal_paid', 'withdrawal_released', 'fee_charged', 'fees_taken'],
    ...['suspense_received', 'suspense_matched', 'adjusted', 'network_fee_paid'],
  ],
  live: [
    ...['deposit_confirmed', 'position_opened', 'principal_redeemed', 'return_paid', 'reward_paid'],
    ...['withdrawal_held', 'withdrawal_paid', 'withdrawal_released', 'fee_charged', 'fees_taken'],
    ...['suspense_received', 'network_fee_paid'],
  ],
}

/** A control of the settings, and which of two values is looser. */
type Control = {
  name: string
  shipped: Record<'sandbox' | 'live', unknown>
  isLooser(was: unknown, is: unknown): boolean
}
const CONTROLS: readonly Control[] = [
  {
    name: 'withdrawals.secondAdminFrom',
    shipped: { sandbox: '1000000', live: '1000000' },
    isLooser: (was, is) => Number(is) > Number(was),
  },
  {
    name: 'withdrawals.walletCoolDownHours',
    shipped: { sandbox: 0, live: 24 },
    isLooser: (was, is) => Number(is) < Number(was),
  },
  {
    name: 'plans.targetWarningBps',
    shipped: { sandbox: 3_000, live: 3_000 },
    isLooser: (was, is) => Number(is) > Number(was),
  },
  {
    name: 'countries.blocked',
    shipped: { sandbox: [], live: [] },
    isLooser: (was, is) => (was as string[]).some((country) => !(is as string[]).includes(country)),
  },
  ...['deposits', 'withdrawals', 'signUps'].map(
    (service): Control => ({
      name: `pauses.${service}`,
      shipped: { sandbox: null, live: null },
      isLooser: (was, is) => was !== null && is === null,
    }),
  ),
]

type Row = Record<string, string | null>
type Observed = {
  proposals: Row[]
  journal: Row[]
  withdrawals: Row[]
  deposits: Row[]
  reversed: Row[]
  explained: Row[]
  dismissed: Row[]
  refused: Row[]
  batches: Row[]
  settings: Record<string, Record<string, unknown>>
  staff: Row[]
  versions: Row[]
  campaigns: Row[]
  fees: Row[]
  addresses: Row[]
  frozen: Row[]
  factors: Row[]
}

/** Everything that staff can have done since a time, as the owner of the database reads it. */
const READ = `select json_build_object(
  'proposals', (select json_agg(p) from (select id, permission, subject_id, proposed_by, decided_by, approved::text
    from approvals.proposals where proposed_at >= $1 and approved) p),
  'journal', (select json_agg(j) from (select j.id::text, j.transfer_type as type, j.amount::text, d.account_type as debit,
      d.currency, j.approval
    from ledger.journal j join ledger.account d on d.id = j.debit where j.id > $2 order by j.id) j),
  'withdrawals', (select json_agg(w) from (select id, member_id as member, amount::text, approval_id as approval
    from withdrawal where status in ('approved', 'completed') and created_at >= $1) w),
  'deposits', (select json_agg(w) from (select id, amount::text, coin_amount::text as units, received::text, received_in,
    approval_id as approval from deposit where status = 'completed' and created_at >= $1) w),
  'reversed', (select json_agg(w) from (
    select id, reversal_approval_id as approval, 'deposit.reverse' as permission
    from deposit where status = 'reversed' and id <> all ($3)
    union all select id, reversal_approval_id, 'income.reverse'
    from plan_income where reversed_at is not null and id <> all ($3)
    union all select id, reversal_approval_id, 'withdrawal.reverse'
    from withdrawal where status = 'reversed' and id <> all ($3)) w),
  'explained', (select json_agg(b) from (select id, account, approval_id as approval from reconciliation_break
    where opened_at >= $1 and resolved_as = 'explained' and difference < 0) b),
  'dismissed', (select json_agg(c) from (select id, approval_id as approval from screening_case
    where status = 'false_positive' and id <> all ($3)) c),
  'refused', (select json_agg(v) from (select id, approval_id as approval from identity_verification
    where status = 'refused' and id <> all ($3)) v),
  'batches', (select json_agg(b) from (select b.id, b.approval_id as approval, b.cancel_approval_id as cancelled,
      (select sum(w.amount) from withdrawal w where w.id = any (b.withdrawal_ids))::text as amount
    from payout_batch b where b.exported_at is not null and b.id <> all ($3)) b),
  'settings', (select json_object_agg(name, value) from setting),
  'staff', (select json_agg(s) from (select id, role, approval_id as approval from staff
    where suspended_at is null order by id) s),
  'versions', (select json_agg(v) from (select id, target_bps::text as target, term_days::text as term, proposed_by,
    published_by from plan_version where published_at is not null and id <> all ($3)) v),
  'campaigns', (select json_agg(c) from (select id, amount_cents::text as amount, budget_cents::text as budget,
    starts_on::text as starts, created_by, published_by from campaign
    where published_at is not null and id <> all ($3)) c),
  'fees', (select json_agg(f) from (select sequence::text as id, method, withdrawal_fee_cents::text as fee,
    min_withdrawal_cents::text as minimum, effective_from, approval_id as approval from fee_terms order by sequence) f),
  'addresses', (select json_agg(a) from (select id, address, effective_from from receiving_address
    where changed_by <> 'test' union all select id, coalesce(account_key, addresses::text, mode), effective_from
    from address_source where id <> all ($3)) a),
  'frozen', (select json_agg(f) from (select id::text from ledger.ledger_freeze f where not exists (
    select from ledger.ledger_unfreeze u where u.freeze_id = f.id)) f),
  'factors', (select json_agg(k) from (select distinct person_id as id from passkey) k)) as observed`

/**
 * Watches a sequence and names what should not have happened. It reads what is there after each
 * step, at the test's own time, and trusts no field that says who approved or when.
 */
export class Oracle {
  readonly #world: World
  readonly #cast: Cast
  readonly #firstObserved = new Map<string, number>()
  #journalFrom = '0'
  #known: string[] = []
  #previous: Observed | null = null

  constructor(world: World, cast: Cast) {
    this.#world = world
    this.#cast = cast
  }

  async begin() {
    const { owner } = this.#world.server.database
    const { rows } = await owner.query(
      `select (select coalesce(max(id), 0) from ledger.journal)::text as journal, array(
        select id from plan_version where published_at is not null
        union all select id from campaign where published_at is not null
        union all select id from deposit where status = 'reversed'
        union all select id from payout_batch
        union all select id from address_source
        union all select id from plan_income where reversed_at is not null
        union all select id from screening_case where status = 'false_positive'
        union all select id from identity_verification where status = 'refused'
        union all select id from withdrawal where status = 'reversed') as known`,
    )
    this.#journalFrom = rows[0].journal
    this.#known = rows[0].known
    this.#previous = await this.#read()
  }

  async #read(): Promise<Observed> {
    const { rows } = await this.#world.server.database.owner.query(READ, [
      this.#world.since,
      this.#journalFrom,
      this.#known,
    ])
    return Object.fromEntries(
      Object.entries(rows[0].observed).map(([name, value]) => [
        name,
        value ?? (name === 'settings' ? {} : []),
      ]),
    ) as Observed
  }

  #now = () => this.#world.server.clock.now().getTime()

  /** When something was first there; now, if it is new. */
  #since(what: string): number {
    const known = this.#firstObserved.get(what)
    if (known === undefined) this.#firstObserved.set(what, this.#now())
    return known ?? this.#now()
  }

  /** How many things were there before it. */
  #order = (what: string) => [...this.#firstObserved.keys()].indexOf(what)

  /** What was done since the last reading that takes two admins, and was not done by two. */
  async findViolations(): Promise<string[]> {
    const is = await this.#read()
    const was = this.#previous ?? is
    this.#previous = is

    return [
      ...this.#judgeDecisions(is),
      ...this.#judgeMovements(is),
      ...this.#judgeWithdrawals(is),
      ...this.#judgePayouts(is),
      ...this.#judgeDeposits(is),
      ...this.#judgeReversals(is),
      ...this.#judgeControls(was, is),
      ...this.#judgeStaff(was, is),
      ...this.#judgePublished(is),
      ...this.#judgeFees(was, is),
      ...this.#judgeAddresses(is),
      ...this.#judgeFreezesAndFactors(was, is),
    ]
  }

  /** Whether an admin decides at a time: not while new, which the sandbox does not know. */
  #mayDecide(id: string | null, at: number): boolean {
    const [, second] = this.#world.rogues
    const isNew = this.#cast.rogues === 2 && this.#world.mode === 'live' && id === second.id
    return !isNew || at >= this.#world.since.getTime() + NEW_DECIDER_MS
  }

  /** The entitled decisions: by another admin than the proposer, and not by a new one. */
  #isEntitled({ id, proposed_by, decided_by }: Row): boolean {
    return (
      proposed_by !== decided_by && this.#mayDecide(decided_by ?? '', this.#since(`decision ${id}`))
    )
  }

  #isApproved = (is: Observed, permission: string, id: string | null) =>
    is.proposals.some(
      (one) => one.id === id && one.permission === permission && this.#isEntitled(one),
    )

  #judgeDecisions(is: Observed): string[] {
    return is.proposals
      .filter((one) => !this.#isEntitled(one))
      .map(
        ({ permission, decided_by }) =>
          `${permission} was approved by ${decided_by}, who proposed it or is new`,
      )
  }

  #judgeMovements(is: Observed): string[] {
    const rows = is.journal.map(
      (row) => ({ ...row, at: this.#since(`row ${row.id}`) }) as Row & { at: number },
    )
    const isDecided = (row: Row) =>
      is.proposals.some((one) => one.id === row.approval && this.#isEntitled(one))
    const sum = (row: Row & { at: number }) =>
      rows
        .filter((one) => one.type === row.type && one.approval === null && one.currency === 'USD')
        .filter((one) => one.type !== 'network_fee_paid' || one.debit !== 'exchange')
        .filter(({ at }) => at > row.at - DAY_MS && at <= row.at)
        .reduce((all, { amount }) => all + BigInt(amount ?? 0), 0n)

    return rows.flatMap((row) => {
      if (row.approval !== null)
        return isDecided(row)
          ? []
          : [
              `${row.type} of ${row.amount} was posted for ${row.approval}, which one admin approved`,
            ]
      if (!ALONE[this.#world.mode].includes(row.type ?? ''))
        return [`${row.type} of ${row.amount} was posted by one admin`]
      const limit = { adjusted: ADJUSTMENTS_A_DAY, network_fee_paid: NETWORK_FEES_A_DAY }[
        row.type ?? ''
      ]
      return limit !== undefined && sum(row) >= limit
        ? [`${row.type} of ${sum(row)} cents within 24 hours by one admin`]
        : []
    })
  }

  #judgeWithdrawals(is: Observed): string[] {
    const rows = is.withdrawals
      .map((row) => ({ row, at: this.#since(`approved ${row.id}`) }))
      .sort(
        (one, other) =>
          this.#order(`approved ${one.row.id}`) - this.#order(`approved ${other.row.id}`),
      )

    return rows.flatMap(({ row, at }, index) => {
      const sum = rows
        .slice(0, index + 1)
        .filter((one) => one.row.member === row.member && one.at > at - DAY_MS)
        .reduce((all, one) => all + BigInt(one.row.amount ?? 0), 0n)
      const isByTwo = this.#isApproved(is, 'withdrawal.approve', row.approval ?? null)
      return sum >= WITHDRAWALS_A_DAY && !isByTwo
        ? [
            `${sum} cents of withdrawals of ${row.member} were approved within 24 hours by one admin`,
          ]
        : []
    })
  }

  #judgePayouts(is: Observed): string[] {
    const isByTwo = ({ approval }: Row) =>
      this.#isApproved(is, 'payout-batch.export', approval ?? null)
    const alone = is.batches
      .map((row) => ({ row, at: this.#since(`batch ${row.id}`) }))
      .filter(({ row }) => !isByTwo(row))

    return [
      ...alone.flatMap(({ at }) => {
        const sum = alone
          .filter((one) => one.at > at - DAY_MS && one.at <= at)
          .reduce((all, { row }) => all + BigInt(row.amount ?? 0), 0n)
        return sum >= WITHDRAWALS_A_DAY
          ? [`${sum} cents of payouts were exported within 24 hours by one admin`]
          : []
      }),
      ...is.batches
        .filter(({ cancelled }) => cancelled !== null)
        .filter(({ cancelled }) => !this.#isApproved(is, 'payout-batch.cancel', cancelled ?? null))
        .map(({ id }) => `the payout batch ${id} was cancelled by one admin`),
    ]
  }

  #judgeDeposits(is: Observed): string[] {
    return is.deposits.flatMap(({ id, amount, units, received, received_in, approval }) => {
      const quoted = BigInt((received_in === 'USD' ? amount : units) ?? 0)
      const difference = BigInt(received ?? 0) - quoted
      const isFar = (difference < 0n ? -difference : difference) * 20n > quoted
      if (!isFar && this.#world.mode === 'sandbox') return []
      return this.#isApproved(is, 'deposit.confirm', approval ?? null)
        ? []
        : [`a deposit of ${received}, quoted as ${quoted}, was credited by one admin (${id})`]
    })
  }

  #judgeReversals(is: Observed): string[] {
    return [
      ...is.reversed
        .filter(
          ({ approval, permission }) => !this.#isApproved(is, String(permission), approval ?? null),
        )
        .map(({ id }) => `${id} was reversed by one admin`),
      ...is.explained
        .filter(({ approval }) => !this.#isApproved(is, 'break.explain', approval ?? null))
        .map(({ account }) => `what is missing in ${account} was explained by one admin`),
      ...is.dismissed
        .filter(({ approval }) => !this.#isApproved(is, 'screening.dismiss', approval ?? null))
        .map(({ id }) => `the screening case ${id} was dismissed by one admin`),
      ...is.refused
        .filter(({ approval }) => !this.#isApproved(is, 'identity.refuse', approval ?? null))
        .map(({ id }) => `the verification ${id} was refused by one admin`),
    ]
  }

  #judgeControls(was: Observed, is: Observed): string[] {
    const { mode } = this.#world
    const read = ({ settings }: Observed, { name, shipped }: Control) => {
      const [setting = '', field = ''] = name.split('.')
      const value = settings[setting]?.[field]
      return value === undefined ? shipped[mode] : value
    }

    return CONTROLS.filter((control) =>
      control.isLooser(read(was, control), read(is, control)),
    ).flatMap((control) => {
      const isDue = is.proposals.some(
        (one) =>
          one.permission === 'setting.loosen' &&
          this.#isEntitled(one) &&
          this.#now() - this.#since(`decision ${one.id}`) >= LOOSENING_MS[mode],
      )
      return isDue
        ? []
        : [
            `${control.name} was loosened from ${read(was, control)} to ${read(is, control)} by one admin`,
          ]
    })
  }

  #judgeStaff(was: Observed, is: Observed): string[] {
    if (this.#world.mode === 'sandbox') return []
    const hasOtherOwner = was.staff.some(
      ({ id, role }) => id === this.#world.honest.id && role === 'owner',
    )
    const money = ['finance', 'owner']

    return is.staff
      .filter(({ id, role }) => {
        const before = was.staff.find((one) => one.id === id)
        return (
          money.includes(role ?? '') &&
          !(before && (before.role === role || before.role === 'owner'))
        )
      })
      .filter(
        ({ approval }) =>
          hasOtherOwner && !this.#isApproved(is, 'staff.money-role', approval ?? null),
      )
      .map(({ id, role }) => `${id} became ${role} by one owner`)
  }

  #judgePublished(is: Observed): string[] {
    const isByTwo = (
      author: string | null | undefined,
      publisher: string | null | undefined,
      what: string,
    ) => author !== publisher && this.#mayDecide(publisher ?? '', this.#since(what))
    const tomorrow = (at: number) => new Date(at + DAY_MS).toISOString().slice(0, 10)

    return [
      ...is.versions
        .filter(({ target, term }) => Number(target) * 365 > ORDINARY_YEARLY_BPS * Number(term))
        .filter(
          ({ id, proposed_by, published_by }) =>
            !isByTwo(proposed_by, published_by, `published ${id}`),
        )
        .map(
          ({ target, term }) =>
            `a target of ${target} basis points in ${term} days was published by one admin`,
        ),
      ...is.campaigns
        .filter(
          ({ amount, budget }) =>
            BigInt(budget ?? 0) >= CAMPAIGN_BUDGET || BigInt(amount ?? 0) >= CAMPAIGN_CLAIM,
        )
        .filter(
          ({ id, created_by, published_by }) =>
            !isByTwo(created_by, published_by, `published ${id}`),
        )
        .map(
          ({ amount, budget }) =>
            `a campaign of ${amount} a claim and ${budget} in all was published by one admin`,
        ),
      ...is.campaigns
        .filter(({ id, starts }) => (starts ?? '') < tomorrow(this.#since(`published ${id}`)))
        .map(
          ({ starts }) => `a campaign that starts on ${starts} was published on that day or later`,
        ),
    ]
  }

  /** A fee or a minimum is higher only after two admins announced it, and 30 days. */
  #judgeFees(was: Observed, is: Observed): string[] {
    const inForce = ({ fees }: Observed) =>
      fees
        .filter(
          ({ method, effective_from }) =>
            method === 'USDT' && Date.parse(effective_from ?? '') <= this.#now(),
        )
        .at(-1)
    const [before, now] = [inForce(was), inForce(is)]
    const isHigher = (field: 'fee' | 'minimum') => Number(now?.[field]) > Number(before?.[field])
    if (!isHigher('fee') && !isHigher('minimum')) return []

    const waited = this.#now() - this.#since(`fees ${now?.id}`) >= 30 * DAY_MS
    return waited && this.#isApproved(is, 'fees.raise', now?.approval ?? null)
      ? []
      : [
          `the fee rose from ${before?.fee} to ${now?.fee} (minimum ${now?.minimum}) by one admin or without notice`,
        ]
  }

  #judgeAddresses(is: Observed): string[] {
    if (this.#world.mode === 'sandbox') return []
    return is.addresses.flatMap(({ id, address, effective_from }) => {
      const approved = is.proposals.find(
        (one) => one.permission === 'receiving-address.change' && this.#isEntitled(one),
      )
      const from = Date.parse(effective_from ?? '')
      return approved && from >= this.#since(`decision ${approved.id}`) + DAY_MS - HOUR_MS / 60
        ? []
        : [`members are to pay to ${address} (${id}) by one admin, or at once`]
    })
  }

  #judgeFreezesAndFactors(was: Observed, is: Observed): string[] {
    const ended = was.frozen.filter(({ id }) => !is.frozen.some((one) => one.id === id))
    const { mode, mules } = this.#world
    const lost = mules.filter(
      ({ id }) =>
        was.factors.some((one) => one.id === id) && !is.factors.some((one) => one.id === id),
    )
    const isReset = (id: string) =>
      is.proposals.some(
        (one) =>
          ['member.reset-factor', 'member.restore-access'].includes(one.permission ?? '') &&
          one.subject_id === id &&
          this.#isEntitled(one),
      )

    return [
      ...ended
        .filter(
          ({ id }) =>
            !is.proposals.some((one) => one.subject_id === `freeze_${id}` && this.#isEntitled(one)),
        )
        .map(({ id }) => `freeze ${id} was ended by one admin`),
      ...lost
        .filter(({ id }) => mode === 'live' && !isReset(id))
        .map(({ id }) => `the second factor of ${id} was reset by one admin`),
    ]
  }
}
