-- Payout batches from their creation to the last confirmation, and the transactions that pay them. A batch is of one
-- payment method: created, exported as a file for the wallet that signs, signed, seen on the chain, confirming,
-- completed.
--
-- functions: public.check_payout_batch, public.match_payout_batch, public.protect_exported_withdrawal
-- functions: public.get_payout_chain, public.check_payout_transaction, public.check_withdrawal_payment

alter table payout_batch disable trigger user;

alter table payout_batch
  -- The payment method of all its withdrawals; null in one that was exported before batches had one.
  add column method         text check (ledger.is_payment_method(method, null)),
  add column status         text not null default 'created' check (status in ('created', 'exported', 'signed', 'seen',
                              'confirming', 'completed', 'dropped', 'failed', 'cancelled')),
  -- What is exported: a partially signed Bitcoin transaction, a Safe file, or a table.
  add column kind           text check (kind in ('psbt', 'safe', 'csv')),
  add column created_at     timestamptz,
  add column created_by     text check (created_by <> ''),
  add column creator_label  text check (creator_label <> ''),
  add column completed_at   timestamptz,
  alter column file_sha256 drop not null,
  alter column exported_at drop not null,
  alter column exported_by drop not null,
  alter column exporter_label drop not null,
  alter column second_admin_from drop not null;

update payout_batch b set kind = 'csv', created_at = exported_at, created_by = exported_by,
  creator_label = exporter_label,
  method = (select case when count(distinct w.method) = 1 then min(w.method) end
    from withdrawal w where w.id = any (b.withdrawal_ids)),
  completed_at = case when cancelled_at is null then (
    select case when bool_and(w.status <> 'approved') then max(w.closed_at) end
    from withdrawal w where w.payout_batch_id = b.id) end;
update payout_batch set status = case when cancelled_at is not null then 'cancelled'
  when completed_at is not null then 'completed' else 'exported' end;

alter table payout_batch enable trigger user;

-- check_payout_batch() holds which of them belong to which status.
alter table payout_batch drop constraint payout_batch_check;
create index payout_batch_open on payout_batch (number desc) where status not in ('completed', 'cancelled');

create trigger require_listed_transition before update on payout_batch for each row
  when (new.status <> old.status)
  execute function require_listed_transition('created>exported', 'created>cancelled',
    'exported>signed', 'exported>seen', 'exported>confirming', 'exported>completed', 'exported>failed',
    'exported>cancelled',
    'signed>exported', 'signed>seen', 'signed>confirming', 'signed>completed', 'signed>failed',
    'seen>exported', 'seen>signed', 'seen>confirming', 'seen>completed', 'seen>dropped', 'seen>failed',
    'confirming>exported', 'confirming>signed', 'confirming>seen', 'confirming>completed',
    'confirming>dropped', 'confirming>failed',
    'dropped>exported', 'dropped>signed', 'dropped>seen', 'dropped>confirming', 'dropped>completed', 'dropped>failed',
    'failed>exported', 'failed>seen', 'failed>confirming', 'failed>completed', 'failed>cancelled');

grant insert (id, withdrawal_ids, cents, method, created_at, created_by, creator_label) on payout_batch to candor_app;
grant update (status, kind, file_sha256, exported_at, exported_by, exporter_label, second_admin_from, approval_id,
  completed_at) on payout_batch to candor_app;

-- A transaction that pays a batch, as it was built, signed, sent and observed. A Bitcoin transaction that replaces
-- another, with a higher fee, is a new version for the same withdrawals; they spend a common input, so one confirms.
create table payout_transaction (
  id              text primary key check (id ~ '^ptx_[0-9a-z]{20}$'),
  batch_id        text not null references payout_batch,
  version         integer not null check (version > 0),
  unique (batch_id, version),
  -- prepared: waits for the approval of the batch. discarded: was never exported.
  status          text not null check (status in ('prepared', 'exported', 'signed', 'seen', 'confirming', 'completed',
                    'replaced', 'dropped', 'failed', 'discarded')),
  -- 64 hex digits in lower case, without 0x. That of a Bitcoin transaction is known before it is signed.
  txid            text not null check (txid ~ '^[0-9a-f]{64}$'),
  unique (batch_id, txid),
  -- The unsigned Bitcoin transaction (BIP 174), what it costs, and where its change goes.
  psbt            bytea check (octet_length(psbt) between 1 and 1000000),
  fee_rate        bigint check (fee_rate > 0),
  fee             bigint check (fee > 0),
  -- What it spends, as txid:index.
  inputs          text[] check (cardinality(inputs) > 0),
  input_addresses text[] check (cardinality(input_addresses) > 0),
  input_amounts   bigint[] check (cardinality(input_amounts) > 0),
  input_units     bigint check (input_units > 0),
  change_units    bigint check (change_units >= 0),
  change_address  text check (change_address <> ''),
  check (num_nulls(psbt, fee_rate, fee, inputs, input_addresses, input_amounts, input_units, change_units)
    in (0, 8)),
  check ((change_address is not null) = coalesce(change_units > 0, false)),
  created_at      timestamptz not null,
  created_by      text not null check (created_by <> ''),
  creator_label   text not null check (creator_label <> ''),
  raw_hex         text check (raw_hex ~ '^([0-9a-f]{2})+$' and length(raw_hex) <= 800000),
  signed_at       timestamptz,
  signed_by       text,
  check (num_nulls(raw_hex, signed_at, signed_by) in (0, 3)),
  check (status <> 'signed' or raw_hex is not null),
  sent_at         timestamptz,
  sent_by         text,
  sent_by_us      boolean,
  check (num_nulls(sent_at, sent_by, sent_by_us) in (0, 3)),
  -- What the chain shows, at the last check that gave an answer.
  seen_at         timestamptz,
  block_height    integer check (block_height >= 0),
  confirmations   integer check (confirmations >= 0),
  needed          integer check (needed > 0),
  checked_at      timestamptz,
  -- Why the last check gave no answer that counts, or which lines the transaction did not pay.
  problem         text check (btrim(problem) <> ''),
  completed_at    timestamptz,
  check ((status = 'completed') = (completed_at is not null)),
  check (status not in ('seen', 'confirming', 'completed', 'dropped') or seen_at is not null),
  -- Ethereum: what the chain shows that it cost, in gwei. A Bitcoin transaction has its fee above.
  network_fee     bigint check (network_fee > 0),
  check (network_fee is null or psbt is null),
  fee_recorded_at timestamptz
);
create unique index payout_transaction_prepared on payout_transaction (batch_id) where status = 'prepared';
create unique index payout_transaction_completed on payout_transaction (batch_id)
  where status = 'completed' and psbt is not null;
create index payout_transaction_open on payout_transaction (created_at)
  where status in ('exported', 'signed', 'seen', 'confirming', 'dropped', 'replaced', 'failed');
create trigger check_payout_transaction before insert or update on payout_transaction
  for each row execute function check_payout_transaction();
create trigger require_listed_transition before update on payout_transaction for each row
  when (new.status <> old.status)
  execute function require_listed_transition('prepared>exported', 'prepared>discarded', 'exported>signed',
    'exported>replaced', 'exported>seen', 'exported>confirming', 'exported>completed', 'exported>failed',
    'signed>replaced', 'signed>seen', 'signed>confirming', 'signed>completed', 'signed>failed', 'seen>replaced',
    'seen>confirming', 'seen>completed', 'seen>dropped', 'seen>failed', 'confirming>seen', 'confirming>completed',
    'confirming>dropped', 'confirming>failed', 'confirming>replaced', 'dropped>seen', 'dropped>confirming',
    'dropped>completed', 'dropped>failed', 'dropped>replaced', 'replaced>seen', 'replaced>confirming',
    'replaced>completed', 'replaced>failed', 'failed>seen', 'failed>confirming', 'failed>completed');
grant select on payout_transaction to candor_app;
grant insert (id, batch_id, version, status, txid, psbt, fee_rate, fee, inputs, input_addresses, input_amounts,
  input_units, change_units, change_address, created_at, created_by, creator_label) on payout_transaction to candor_app;
grant update (status, raw_hex, signed_at, signed_by, sent_at, sent_by, sent_by_us, seen_at, block_height,
  confirmations, needed, checked_at, problem, completed_at, network_fee, fee_recorded_at)
  on payout_transaction to candor_app;
grant select on payout_transaction to candor_read;

-- The output or log of its transaction that paid a withdrawal, where the chain showed it; one that was marked as paid
-- by hand has none, and its transaction pays nothing else.
alter table withdrawal add column paid_output integer check (paid_output >= 0);
drop index withdrawal_txid;
create index withdrawal_txid on withdrawal (coin, lower(txid)) where txid is not null;
create trigger check_withdrawal_payment before update on withdrawal for each row
  when (new.status = 'completed' and old.status <> 'completed'
    or new.paid_output is distinct from old.paid_output)
  execute function check_withdrawal_payment();
grant update (paid_output) on withdrawal to candor_app;
