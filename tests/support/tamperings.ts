import { forgeSignature } from './forged-signature.ts'

/** A change behind the application's back. */
export type Tampering = {
  as: 'candor_app' | 'superuser'
  what: string
  statements: string
  /** Why nothing notices it. */
  unnoticed?: string
}

const DAY = '2026-11-20'
const MAYA = "(select id from member where first_name = 'Maya')"
const AMARA = "(select id from member where first_name = 'Amara')"
const toCode = (member: string, account: string) => `'member:' || ${member} || ':${account}'`
/** Returns SQL for the oldest row: ids are random, and a recent row is part of the minute check. */
const pickOldest = (table: string, condition: string, order: string) =>
  `(select id from ${table} where ${condition} order by ${order}, id limit 1)`
const MATURED = pickOldest('position', 'return_due > 0', 'opened_on')
const PLAN_OF = (position: string) => `(select plan_id from position where id = ${position})`
const PAID = pickOldest('withdrawal', "status = 'completed'", 'created_at')
const OLD_ROW = "(select min(id) from ledger.journal where transfer_type = 'return_paid')"
const FUNDED =
  "(select code from ledger.accounts where account_type = 'plan_income' " +
  'and balance > 0 order by id limit 1)'

const APPROVAL = 'prp_00000000000forged001'

type Leg = [type: string, debit: string, credit: string, amount: string, rest?: LegRest]
type LegRest = { reference?: string; reason?: string; receipt?: string; key?: string; day?: string }

const formatLegs = (legs: Leg[], approval = 'null') =>
  `array[${legs
    .map(([type, debit, credit, amount, rest = {}]) => {
      const { reference = "'forged'", reason = 'null', receipt = 'null', day = DAY } = rest
      const key = rest.key ? `get_idempotency_key(${rest.key})` : 'gen_random_uuid()'
      return `row(${key}, '${type}', ${debit}, ${credit}, ${amount}, '${day}', ${reference},
        'adm_forged', ${reason}, ${receipt}, ${approval})::ledger.transfer`
    })
    .join(', ')}]`
const post = (...legs: Leg[]) => `select * from ledger.post(${formatLegs(legs)})`

const receive = (currency: string, units: string) =>
  `select ledger.record_receipt('rcp_forged', 'simulated', 'tx-forged', 0, '${currency}', ${units},
    '${DAY}', 'adm_forged')`

/** Posts with an approval by two invented names, of this content. */
const postApproved = (permission: string, content: string, legs: Leg[], before = '') => `
  do $do$
  declare content text := ${content};
  begin
    perform approvals.propose('${APPROVAL}', '${permission}', 'forged', content,
      ledger.posting_hash(${formatLegs(legs)}), 'adm_one', 'One', '${DAY}', '2026-11-21');
    perform approvals.decide('${APPROVAL}', true, sha256(convert_to(content, 'UTF8')), 'adm_two',
      'Two', '${DAY}', null);
    ${forgeSignature(APPROVAL, 'adm_two', DAY)}
    ${before}
    perform ledger.post(${formatLegs(legs, `'${APPROVAL}'`)});
  end $do$`

const EXCHANGE = "'exchange:USD'"
const forgedDeposit = (received: string, rate: string) => `
  insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
    address, coin_amount, rate, rate_source, rate_at, created_at, expires_at, status,
    amount_reserved)
  select 'dep_00000000000forged001', ${MAYA}, min(id), 'FORGED', 100000000, 'BITCOIN', 'BTC',
    'Bitcoin', 'forged', ${received}, ${rate}, 'forged', '${DAY}', '${DAY}', '2026-11-21',
    'awaiting_payment', true from plan_version;
  update deposit set status = 'pending', submitted_at = created_at, arrived_at = created_at,
    late = false, credit_rate = rate where id = 'dep_00000000000forged001'`
const completeForged = (received: string) => `
  update deposit set status = 'completed', amount_reserved = false, decided_at = '${DAY}',
    decided_by = 'Forged', receipt_id = 'rcp_forged', received = ${received}, received_in = coin,
    credited = 100000000 where id = 'dep_00000000000forged001'`
const IN_DEPOSIT = { reference: "'dep_00000000000forged001'" }

/** Computes the whole hash chain again, as one who owns the database can. */
export const RECHAIN = `
  do $do$
  declare b record; previous bytea := sha256('ledger');
  begin
    for b in select * from ledger.chain_block order by block loop
      update ledger.chain_block c set previous_hash = previous, (digest, fingerprints) = (
        select sha256(string_agg(ledger.row_leaf(j), '' order by j.id)),
          string_agg(substr(ledger.row_leaf(j), 1, 4), '' order by j.id)
        from ledger.chain_run r join ledger.journal j on j.id between r.first_id and r.last_id
        where r.block = b.block) where c.block = b.block;
      update ledger.chain_block c set hash = ledger.block_hash(c) where c.block = b.block
        returning c.hash into previous;
    end loop;
  end $do$;
  update anchor a set hash = encode(b.hash, 'hex') from ledger.chain_block b
    where b.block = a.block`

const APPLICATION: Omit<Tampering, 'as'>[] = [
  {
    what: 'cash of one member held for the withdrawal of another',
    statements: post(['withdrawal_held', toCode(MAYA, 'cash'), toCode(AMARA, 'hold_cash'), '100']),
  },
  {
    what: 'principal of one member redeemed into the cash of another',
    statements: post(['principal_redeemed', toCode(MAYA, 'principal'), toCode(AMARA, 'cash'), '1']),
  },
  {
    what: 'a return of one member’s position paid to another',
    statements: post(['return_paid', FUNDED, toCode(AMARA, 'profit'), '1', { reference: MATURED }]),
  },
  {
    what: 'a larger return due, which would take the share of others',
    statements: `update position set return_due = return_due + 100000 where id = ${MATURED}`,
  },
  {
    what: 'a reward paid without its reward row',
    statements: post(['reward_paid', "'promotion'", toCode(MAYA, 'cash'), '100']),
  },
  {
    what: '1,000 satoshi credited as $1,000,000, with a deposit row that agrees',
    statements: `${forgedDeposit('1000', '100000000000000000')};
      ${receive('BTC', '1000')};
      ${post(
        [
          'deposit_confirmed',
          "'custody:hot:BTC'",
          "'exchange:BTC'",
          '1000',
          { ...IN_DEPOSIT, receipt: "'rcp_forged'" },
        ],
        ['deposit_confirmed', EXCHANGE, toCode(MAYA, 'cash'), '100000000', IN_DEPOSIT],
      )};
      ${completeForged('1000')}`,
  },
  {
    what: 'a deposit completed without its journal rows',
    statements: `${forgedDeposit('1000000000', '100000000000')}; ${receive('BTC', '1000000000')};
      ${completeForged('1000000000')}`,
  },
  {
    what: '1,000 satoshi recorded as an income of $1,000,000, approved by two invented names',
    statements: `${receive('BTC', '1000')};
      ${postApproved(
        'income.record',
        `json_build_object('id', 'inc_forged', 'planId', ${PLAN_OF(MATURED)}, 'cents', '100000000',
          'units', '1000', 'currency', 'BTC', 'rate', '100000000000000000', 'periodFrom', '${DAY}',
          'periodTo', '${DAY}', 'source', 'Forged', 'evidenceSha256', repeat('0', 64), 'receipt',
          'rcp_forged')::text`,
        [
          [
            'income_recorded',
            "'custody:hot:BTC'",
            "'exchange:BTC'",
            '1000',
            { reference: "'inc_forged'", receipt: "'rcp_forged'", key: "'forged/coin'" },
          ],
          [
            'income_recorded',
            EXCHANGE,
            `'plan:' || ${PLAN_OF(MATURED)} || ':income'`,
            '100000000',
            { reference: "'inc_forged'", key: "'forged/dollars'" },
          ],
        ],
        `insert into plan_income (id, plan_id, cents, period_from, period_to, source, evidence_key,
          evidence_type, evidence_sha256, receipt_id, approval_id, recorded_on, recorded_at)
         values ('inc_forged', ${PLAN_OF(MATURED)}, 100000000, '${DAY}', '${DAY}', 'Forged', 'x',
          'x', repeat('0', 64), 'rcp_forged', '${APPROVAL}', '${DAY}', '${DAY}');`,
      )}`,
  },
  {
    what: 'unmatched coin credited at a thousand times its worth',
    statements: `${receive('BTC', '1000')};
      ${post(['suspense_received', "'custody:hot:BTC'", "'suspense:BTC'", '1000', { receipt: "'rcp_forged'" }])};
      ${post(
        ['suspense_matched', "'suspense:BTC'", "'exchange:BTC'", '1000'],
        ['suspense_matched', EXCHANGE, toCode(MAYA, 'cash'), '100000'],
      )}`,
  },
  {
    what: 'coin worth $100 written off as a network fee of one cent',
    statements: post(
      ['network_fee_paid', "'equity'", EXCHANGE, '1'],
      ['network_fee_paid', "'exchange:USDT'", "'custody:hot:USDT'", '100000000'],
    ),
  },
  {
    what: 'a payment from outside recorded again with another amount',
    statements: `${receive('BTC', '1000')}; ${receive('BTC', '2000')}`,
  },
  {
    what: 'more owed of a return than fell due',
    statements: 'update owed_return set cents = cents + 1000',
  },
  {
    what: 'a payout without its journal row',
    statements: `insert into payout (distribution_id, position_id, cents)
      values (${pickOldest('distribution', 'true', 'begun_at')},
        ${pickOldest('position', 'return_due = 0', 'opened_on')}, 1)`,
  },
  {
    what: 'a larger position than was invested',
    statements: `update position set principal_cents = principal_cents + 100,
      remaining_cents = remaining_cents + 100
      where id = ${pickOldest('position', "status = 'open'", 'opened_on')}`,
  },
  {
    what: 'an income whose used part is available again',
    statements: 'update plan_income set used_cents = 0',
  },
  {
    what: 'a withdrawal marked paid that was not, dated back',
    statements: `update withdrawal set status = 'completed', txid = 'forged', closed_by = 'Forged',
      closed_at = created_at where status = 'approved'`,
  },
  {
    what: 'a rejected withdrawal that becomes approved',
    statements: `update withdrawal set status = 'approved', reason = null, closed_at = null,
      closed_by = null where status in ('rejected', 'cancelled')`,
  },
  {
    what: 'another address of a requested withdrawal',
    statements: "update withdrawal set address = 'forged' where status = 'pending'",
  },
  {
    what: 'a recorded income with another source',
    statements: "update plan_income set source = 'forged'",
  },
  {
    what: 'a higher target of a position',
    statements: 'update position set target_bps = target_bps + 1',
  },
  {
    what: 'a journal row with another amount',
    statements: `update ledger.journal set amount = amount + 1`,
  },
  {
    what: 'other words of an approval',
    statements: "update approvals.proposal set content = '{}'",
  },
  { what: 'an audit event less', statements: 'delete from audit_event' },
  {
    what: 'a good integrity check that never ran',
    statements: `insert into integrity_check (whole, after_seq, upto_seq, started_at, finished_at,
      problems, accepted) values (true, 0, 1, '${DAY}', '${DAY}', '[]', '[]')`,
  },
  {
    what: 'an allowed movement that no posting rule has',
    statements: `insert into ledger.posting_rule (transfer_type, debit_type, credit_type)
      values ('return_paid', 'member_cash', 'member_profit')`,
  },
  {
    what: 'a higher amount from which withdrawals need a second admin',
    statements: `insert into setting values ('withdrawals', '{"secondAdminFrom": "9000000"}', 'x',
      '${DAY}') on conflict (name) do update set value = excluded.value`,
  },
  {
    what: 'an earlier business date in a live database',
    statements: `set local role none; set local session_replication_role = replica;
      update mode set name = 'live'; set local session_replication_role = origin;
      set local role candor_app; update business_clock set offset_days = 3000`,
  },
  {
    what: 'a later business date in the sandbox',
    statements: 'update business_clock set offset_days = 3000',
    unnoticed:
      'In the sandbox staff move the business date, and its money is simulated. A live database ' +
      'refuses it.',
  },
  {
    what: 'an adjustment below the threshold that counts for a day a year ago',
    statements: post([
      'adjusted',
      "'equity'",
      toCode(MAYA, 'cash'),
      '1',
      { reason: "'forged'", day: '2025-11-20' },
    ]),
    unnoticed:
      'A correction may count for an earlier day. The row shows when it was posted, the hash ' +
      'covers that time, and the member’s statement shows the adjustment with its reason.',
  },
]

const SUPERUSER: Omit<Tampering, 'as'>[] = [
  {
    what: 'another amount of a chained row',
    statements: `update ledger.journal set amount = amount + 1 where id = ${OLD_ROW}`,
  },
  {
    what: 'a chained row deleted',
    statements: `delete from ledger.journal where id = ${OLD_ROW}`,
  },
  {
    what: 'another actor of a chained row',
    statements: `update ledger.journal set actor = 'adm_forged' where id = ${OLD_ROW}`,
  },
  {
    what: 'another actor of a chained row, and the chain and the stored anchors computed again',
    statements: `update ledger.journal set actor = 'adm_forged' where id = ${OLD_ROW}; ${RECHAIN}`,
  },
  {
    what: 'another actor of a chained row, and the function that verifies the chain replaced',
    statements: `update ledger.journal set actor = 'adm_forged' where id = ${OLD_ROW};
      create or replace function ledger.verify_chain(from_block bigint default 1)
        returns table (problem text, block bigint, seq bigint, journal_id bigint, detail text)
        language sql as 'select null::text, 0::bigint, 0::bigint, 0::bigint, null::text where false'`,
  },
  {
    what: 'the last block cut off, with its rows',
    statements: `delete from ledger.journal where id >= (select min(first_id) from ledger.chain_run
        where block = (select max(block) from ledger.chain_block));
      delete from ledger.chain_run where block = (select max(block) from ledger.chain_block);
      delete from ledger.block_salt where block = (select max(block) from ledger.chain_block);
      delete from ledger.chain_block where block = (select max(block) from ledger.chain_block)`,
  },
  {
    what: 'a chained row with another number',
    statements: `update ledger.chain_run set first_seq = first_seq + 1
      where first_seq = (select max(first_seq) from ledger.chain_run)`,
  },
  {
    what: 'a stored balance',
    statements:
      "update ledger.account set balance = balance + 1 where account_type = 'member_cash'",
  },
  {
    what: 'a member’s account that belongs to another',
    statements: `update ledger.account set owner = ${AMARA} where owner = ${MAYA}`,
  },
  {
    what: 'another amount of a receipt',
    statements: 'update ledger.receipt set amount = amount + 1',
  },
  {
    what: 'another decider of an approval',
    statements: "update approvals.decision set decided_by = 'adm_forged'",
  },
  {
    what: 'other words of an approval, and its hash',
    statements: `update approvals.proposal set content = content || ' ',
      content_hash = sha256(convert_to(content || ' ', 'UTF8'))`,
  },
  {
    what: 'an approval that can be used again',
    statements: 'delete from ledger.approval_use',
  },
  {
    what: 'a movement that no posting rule has, allowed',
    statements: `insert into ledger.posting_rule (transfer_type, debit_type, credit_type)
      values ('return_paid', 'member_cash', 'member_profit')`,
  },
  {
    what: 'a posting rule that needs no approval',
    statements: `update ledger.posting_rule set approval_from = null
      where transfer_type = 'income_recorded'`,
  },
  {
    what: 'a stored balance of an earlier number',
    statements: 'update ledger.balance_snapshot set balance = balance + 1',
  },
  {
    what: 'another target of a position',
    statements: 'update position set target_bps = target_bps + 1',
  },
  {
    what: 'an earlier day of a position',
    statements:
      'update position set opened_on = opened_on - 9, matures_on = matures_on - 9 ' +
      "where status = 'open'",
  },
  {
    what: 'other terms of a plan version and of its positions',
    statements: `update plan_version set target_bps = target_bps + 1;
      update position set target_bps = target_bps + 1`,
  },
  {
    what: 'another source and evidence of an income',
    statements: "update plan_income set source = 'forged', evidence_sha256 = repeat('0', 64)",
  },
  { what: 'a recorded loss deleted', statements: 'delete from plan_loss' },
  {
    what: 'another share of a loss',
    statements: 'update position_loss set amount_cents = amount_cents + 1',
  },
  {
    what: 'a larger reward',
    statements: 'update reward set cents = cents + 1 where paid_at is not null',
  },
  {
    what: 'another rate of a deposit',
    statements:
      "update deposit set rate = rate * 3, credit_rate = credit_rate * 3 where status = 'completed'",
  },
  {
    what: 'another address of a withdrawal',
    statements: `update withdrawal set address = 'forged' where id = ${PAID}`,
  },
  {
    what: 'another transaction of a paid withdrawal',
    statements: `update withdrawal set txid = 'forged' where id = ${PAID}`,
  },
  {
    what: 'another detail of an audit event',
    statements: "update audit_event set actor_label = 'Forged' where sequence = 9",
  },
  {
    what: 'the audit log cut off before the last anchor',
    statements: `delete from audit_event where id in (select audit_event_id from audit_link
        where place > 20);
      delete from audit_link where place > 20`,
  },
  {
    what: 'the audit log cut off after the last anchor',
    statements: `delete from audit_event where id in (select audit_event_id from audit_link
        where place > (select audit_place from anchor));
      delete from audit_link where place > (select audit_place from anchor)`,
    unnoticed:
      'Until the next anchor, within a day, only the database knows how far the log reached. The ' +
      'money that those events are about is checked by itself.',
  },
  {
    what: 'a published anchor',
    statements: "update anchor set hash = repeat('0', 64)",
  },
  {
    what: 'another statement of a consent, and its hash',
    statements: `update consent set statement = 'forged',
      statement_sha256 = encode(sha256(convert_to('forged', 'UTF8')), 'hex')`,
    unnoticed:
      'It moves no money. The texts of each version are in the operator’s settings and their ' +
      'history in the audit log.',
  },
]

/** The tamperings, in the order of the table in docs/security/tampering.md. */
export const TAMPERINGS: readonly Tampering[] = [
  ...APPLICATION.map((one) => ({ as: 'candor_app' as const, ...one })),
  ...SUPERUSER.map((one) => ({ as: 'superuser' as const, ...one })),
]
