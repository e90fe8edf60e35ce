-- The chart's content. The posting rules are the product's promise: what is not listed can't happen.
set role ledger_owner;
set search_path = ledger;

insert into currency values
  ('USD', 2), ('BTC', 8), ('USDT', 6),
  -- ETH in gwei. In wei a bigint ends at 9.2 ETH; in gwei at 9.2 billion ETH, more than exist. Amounts below one gwei
  -- are not booked: receipts round down, costs round up, so the chain never holds less than the ledger.
  ('ETH', 9);

insert into account_type values
  -- Coin or bank money and what mirrors it; these may show a balance below zero.
  ('custody', false, '^custody:[a-z0-9_-]+:[A-Z0-9]+$',
    'coin or bank money we hold, one for each place and currency; mirrors something outside'),
  ('exchange', false, '^exchange:[A-Z0-9]+$',
    'one for each currency; links coin to dollars, its worth is the operator''s gain or loss'),
  ('plan_assets', false, '^plan:[^:]+:assets$', 'what the firm has placed outside for a plan'),
  -- Owed to members.
  ('member_cash', true, '^member:[^:]+:cash$', 'owed to a member, free'),
  ('member_principal', true, '^member:[^:]+:principal$', 'owed to a member, in positions'),
  ('member_profit', true, '^member:[^:]+:profit$', 'owed to a member, returns paid'),
  ('member_hold_cash', true, '^member:[^:]+:hold_cash$', 'owed to a member, on its way out, came from cash'),
  ('member_hold_profit', true, '^member:[^:]+:hold_profit$', 'owed to a member, on its way out, came from profit'),
  -- Plans, what is not matched yet, and the operator.
  ('plan_income', true, '^plan:[^:]+:income$', 'what a plan has earned and not yet paid out'),
  ('suspense', true, '^suspense:[A-Z0-9]+$', 'arrived, and not matched to a member yet'),
  ('promotion', true, '^promotion$', 'operator''s money set aside for rewards'),
  ('equity', true, '^equity$', 'operator''s own money'),
  ('fees', true, '^fees$', 'fees earned');

insert into transfer_type values
  ('deposit_confirmed'), ('deposit_reversed'), ('position_opened'), ('principal_redeemed'), ('capital_paid_in'),
  ('capital_paid_out'), ('income_recorded'), ('income_reversed'), ('loss_recorded'), ('return_paid'),
  ('withdrawal_held'), ('withdrawal_paid'), ('withdrawal_released'), ('withdrawal_reversed'), ('fee_reversed'),
  ('suspense_received'), ('suspense_matched'), ('suspense_refunded'), ('assets_placed'), ('assets_returned'),
  ('assets_lost'), ('promotion_funded'), ('promotion_returned'), ('reward_paid'), ('fee_charged'), ('fees_taken'),
  ('network_fee_paid'), ('custody_moved'), ('converted'), ('adjusted');

-- with_custody: exchange accounts may be negative, so a bare 'exchange to member_cash' or 'exchange to plan_income'
--   would be money out of nothing. Such a row is accepted only if the same list moves custody (or spends suspense) with
--   the same transfer type and reference.
-- with_dollars: coin that leaves custody leaves for dollars in the same list. Converted, it may leave for other coin.
-- needs_receipt: the leg by which something comes in from outside names its receipt, and no other leg names one.
-- needs_reason: what takes back, writes off or corrects has a reason.
-- approval_from: minor units from which a second admin approves; 0: always; null: never.
-- spread: the approval covers the total of a loss, not each member's share.
-- daily (below): the threshold also applies to the sum of 24 hours.
insert into posting_rule
  (transfer_type, debit_type, credit_type, with_custody, with_dollars, needs_receipt, needs_reason, approval_from,
  spread)
values
  -- Coin comes in.
  ('deposit_confirmed',   'custody',            'exchange',           false, false, true,  false, null,   false),
  -- Dollars are owed for it.
  ('deposit_confirmed',   'exchange',           'member_cash',        true,  false, false, false, null,   false),
  -- Bank dollars need no exchange.
  ('deposit_confirmed',   'custody',            'member_cash',        false, false, true,  false, null,   false),
  -- A chain reorganisation, a bank recall.
  ('deposit_reversed',    'member_cash',        'exchange',           true,  false, false, true,  0,      false),
  ('deposit_reversed',    'exchange',           'custody',            false, true,  false, true,  0,      false),
  ('deposit_reversed',    'member_cash',        'custody',            false, false, false, true,  0,      false),
  ('position_opened',     'member_cash',        'member_principal',   false, false, false, false, null,   false),
  -- A return that is reinvested.
  ('position_opened',     'member_profit',      'member_principal',   false, false, false, false, null,   false),
  ('principal_redeemed',  'member_principal',   'member_cash',        false, false, false, false, null,   false),
  ('capital_paid_in',     'custody',            'exchange',           false, false, true,  false, 0,      false),
  ('capital_paid_in',     'exchange',           'equity',             true,  false, false, false, 0,      false),
  ('capital_paid_in',     'custody',            'equity',             false, false, true,  false, 0,      false),
  ('capital_paid_out',    'equity',             'exchange',           true,  false, false, true,  0,      false),
  ('capital_paid_out',    'exchange',           'custody',            false, true,  false, true,  0,      false),
  ('capital_paid_out',    'equity',             'custody',            false, false, false, true,  0,      false),
  ('income_recorded',     'custody',            'exchange',           false, false, true,  false, 0,      false),
  ('income_recorded',     'exchange',           'plan_income',        true,  false, false, false, 0,      false),
  ('income_recorded',     'custody',            'plan_income',        false, false, true,  false, 0,      false),
  ('income_reversed',     'plan_income',        'exchange',           true,  false, false, true,  0,      false),
  ('income_reversed',     'exchange',           'custody',            false, true,  false, true,  0,      false),
  ('income_reversed',     'plan_income',        'custody',            false, false, false, true,  0,      false),
  ('loss_recorded',       'plan_income',        'exchange',           true,  false, false, true,  0,      false),
  ('loss_recorded',       'member_principal',   'exchange',           true,  false, false, true,  0,      true),
  -- The coin that is gone leaves custody.
  ('loss_recorded',       'exchange',           'custody',            false, true,  false, true,  0,      false),
  ('loss_recorded',       'plan_income',        'custody',            false, false, false, true,  0,      false),
  ('loss_recorded',       'member_principal',   'custody',            false, false, false, true,  0,      true),
  ('return_paid',         'plan_income',        'member_profit',      false, false, false, false, null,   false),
  ('withdrawal_held',     'member_cash',        'member_hold_cash',   false, false, false, false, null,   false),
  ('withdrawal_held',     'member_profit',      'member_hold_profit', false, false, false, false, null,   false),
  ('withdrawal_paid',     'member_hold_cash',   'exchange',           true,  false, false, false, null,   false),
  ('withdrawal_paid',     'member_hold_profit', 'exchange',           true,  false, false, false, null,   false),
  ('withdrawal_paid',     'exchange',           'custody',            false, true,  false, false, null,   false),
  ('withdrawal_paid',     'member_hold_cash',   'custody',            false, false, false, false, null,   false),
  ('withdrawal_paid',     'member_hold_profit', 'custody',            false, false, false, false, null,   false),
  -- Back to where it came from.
  ('withdrawal_released', 'member_hold_cash',   'member_cash',        false, false, false, false, null,   false),
  ('withdrawal_released', 'member_hold_profit', 'member_profit',      false, false, false, false, null,   false),
  -- A payment that came back, or was never made: the amount with its fee.
  ('withdrawal_reversed', 'custody',            'exchange',           false, false, false, true,  0,      false),
  ('withdrawal_reversed', 'exchange',           'member_cash',        true,  false, false, true,  0,      false),
  ('withdrawal_reversed', 'exchange',           'member_profit',      true,  false, false, true,  0,      false),
  ('fee_reversed',        'fees',               'member_cash',        false, false, false, true,  0,      false),
  ('fee_reversed',        'fees',               'member_profit',      false, false, false, true,  0,      false),
  ('suspense_received',   'custody',            'suspense',           false, false, true,  false, null,   false),
  ('suspense_matched',    'suspense',           'exchange',           false, false, false, false, null,   false),
  ('suspense_matched',    'exchange',           'member_cash',        true,  false, false, false, null,   false),
  ('suspense_matched',    'suspense',           'member_cash',        false, false, false, false, null,   false),
  ('suspense_refunded',   'suspense',           'custody',            false, false, false, true,  0,      false),
  ('assets_placed',       'plan_assets',        'exchange',           true,  false, false, false, 0,      false),
  ('assets_placed',       'exchange',           'custody',            false, true,  false, false, 0,      false),
  ('assets_placed',       'plan_assets',        'custody',            false, false, false, false, 0,      false),
  ('assets_returned',     'custody',            'exchange',           false, false, true,  false, 0,      false),
  ('assets_returned',     'exchange',           'plan_assets',        true,  false, false, false, 0,      false),
  ('assets_returned',     'custody',            'plan_assets',        false, false, true,  false, 0,      false),
  ('assets_lost',         'plan_income',        'plan_assets',        false, false, false, true,  0,      false),
  ('assets_lost',         'member_principal',   'plan_assets',        false, false, false, true,  0,      true),
  ('assets_lost',         'equity',             'plan_assets',        false, false, false, true,  0,      false),
  ('promotion_funded',    'equity',             'promotion',          false, false, false, false, 0,      false),
  ('promotion_returned',  'promotion',          'equity',             false, false, false, false, 0,      false),
  ('reward_paid',         'promotion',          'member_cash',        false, false, false, false, null,   false),
  ('fee_charged',         'member_hold_cash',   'fees',               false, false, false, false, null,   false),
  ('fee_charged',         'member_hold_profit', 'fees',               false, false, false, false, null,   false),
  ('fees_taken',          'fees',               'equity',             false, false, false, false, null,   false),
  -- The fee leaves custody too, or ledger and chain drift apart.
  ('network_fee_paid',    'equity',             'exchange',           true,  false, false, false, 10000,  false),
  ('network_fee_paid',    'fees',               'exchange',           true,  false, false, false, 10000,  false),
  ('network_fee_paid',    'exchange',           'custody',            false, true,  false, false, null,   false),
  -- Hot to cold wallet.
  ('custody_moved',       'custody',            'custody',            false, false, false, false, 0,      false),
  -- Coin sold, dollars received.
  ('converted',           'exchange',           'custody',            false, false, false, true,  0,      false),
  ('converted',           'custody',            'exchange',           false, false, true,  true,  0,      false),
  ('adjusted',            'equity',             'member_cash',        false, false, false, true,  100000, false),
  ('adjusted',            'member_cash',        'equity',             false, false, false, true,  100000, false);

update posting_rule set daily = true
  where transfer_type in ('adjusted', 'network_fee_paid') and approval_from is not null;

insert into approval_rule (transfer_type, debit_type, credit_type, since_id, from_amount)
  select transfer_type, debit_type, credit_type, 1, approval_from from posting_rule where approval_from is not null;

-- The accounts that every installation has. One that may be negative stores no balance.
insert into account (code, account_type, currency, balance)
  values ('equity', 'equity', 'USD', 0), ('promotion', 'promotion', 'USD', 0), ('fees', 'fees', 'USD', 0);
insert into account (code, account_type, currency, balance)
  select side.account_type || ':' || currency.code, side.account_type, currency.code, side.balance
  from currency cross join (values ('exchange', null), ('suspense', 0)) as side (account_type, balance)
  order by currency.code, side.account_type;
insert into account (code, account_type, currency) values ('custody:bank:USD', 'custody', 'USD');
insert into account (code, account_type, currency)
  select 'custody:hot:' || code, 'custody', code from currency where code <> 'USD' order by code;
