-- Withdrawals and the addresses they are paid to.
--
-- functions: public.refuse_closed_member, public.require_second_admin, public.refuse_paused_withdrawals
-- functions: public.require_listed_transition, public.check_payout_batch, public.match_payout_batch
-- functions: public.protect_exported_withdrawal, public.check_withdrawal_reversal

-- Addresses a member is paid at. A changed one is a new row, with a cool-down of its own.
create table wallet (
  id           text primary key check (id ~ '^wal_[0-9a-z]{20}$'),
  member_id    text not null,
  coin         text not null check (ledger.is_payment_method(null, coin)),
  address      text not null,
  network      text not null,
  -- The one that the wallet screen shows for its coin; others were saved while withdrawing.
  main         boolean not null,
  created_at   timestamptz not null,
  usable_from  timestamptz not null check (usable_from >= created_at),
  retired_at   timestamptz
);
create unique index wallet_once on wallet (member_id, coin, address) where retired_at is null;
create unique index wallet_main on wallet (member_id, coin) where main and retired_at is null;
-- Whether another member saved the same address is part of each review.
create index wallet_by_address on wallet (address);
create trigger refuse_closed_member before insert on wallet for each row execute function refuse_closed_member();
grant select, insert, delete on wallet to candor_app;
grant update (main, retired_at) on wallet to candor_app;

-- Withdrawals that are exported together, as one file for the wallet that pays them. The file is made of what the
-- approval of each has fixed, so that the same batch is the same file whenever it is downloaded.
create table payout_batch (
  id                  text primary key check (id ~ '^pbt_[0-9a-z]{20}$'),
  number              bigint generated always as identity unique,
  withdrawal_ids      text[] not null check (cardinality(withdrawal_ids) > 0),
  cents               bigint not null check (cents > 0),
  file_sha256         bytea not null check (octet_length(file_sha256) = 32),
  exported_at         timestamptz not null,
  exported_by         text not null check (exported_by <> ''),
  exporter_label      text not null check (exporter_label <> ''),
  -- The amount from which a second admin was needed, and the approval where one was.
  second_admin_from   bigint not null check (second_admin_from > 0),
  approval_id         text,
  -- When the database recorded the export: the sum of 24 hours counts it beside the given time.
  recorded_at         timestamptz,
  cancelled_at        timestamptz,
  cancelled_by        text,
  cancel_reason       text check (btrim(cancel_reason) <> ''),
  cancel_approval_id  text,
  check (num_nulls(cancelled_at, cancelled_by, cancel_reason, cancel_approval_id) in (0, 4))
);
create index payout_batch_at on payout_batch (exported_at desc);
create trigger check_payout_batch before insert or update on payout_batch
  for each row execute function check_payout_batch();
grant select on payout_batch to candor_app;
grant insert (id, withdrawal_ids, cents, file_sha256, exported_at, exported_by, exporter_label, second_admin_from,
  approval_id) on payout_batch to candor_app;
grant update (cancelled_at, cancelled_by, cancel_reason, cancel_approval_id) on payout_batch to candor_app;
grant select on payout_batch to candor_read;

create table withdrawal (
  id                 text primary key check (id ~ '^wdr_[0-9a-z]{20}$'),
  member_id          text not null,
  source             text not null check (source in ('balance', 'profit')),
  amount             bigint not null check (amount > 0),
  method             text not null,
  coin               text not null,
  check (ledger.is_payment_method(method, coin)),
  wallet_id          text not null references wallet,
  address            text not null,
  -- The fee the member was quoted; the fee at approval is never higher.
  quoted_fee         bigint not null check (quoted_fee >= 0 and quoted_fee < amount),
  -- The published ceiling of a fee.
  check (quoted_fee <= greatest(amount / 100, 2500)),
  status             text not null check (
                       status in ('pending', 'approved', 'completed', 'rejected', 'cancelled', 'reversed')),
  created_at         timestamptz not null,
  payable_from       timestamptz not null,
  -- The first admin's approval, where a second one decides.
  proposed_at        timestamptz,
  proposed_by        text,
  approved_at        timestamptz,
  approved_by        text,
  fee                bigint check (fee >= 0 and fee <= quoted_fee),
  rate               bigint check (rate > 0),
  rate_source        text,
  rate_at            timestamptz,
  coin_amount        bigint check (coin_amount > 0),
  closed_at          timestamptz,
  closed_by          text,
  txid               text check (btrim(txid) <> ''),
  reason             text check (btrim(reason) <> ''),
  -- The second admin's decision, and the amount from which one was needed, see require_second_admin().
  approval_id        text,
  second_admin_from  bigint check (second_admin_from > 0),
  -- When the database recorded the approval, see sum_approved_withdrawals().
  approval_recorded_at timestamptz,
  -- The batch in which it was exported to be paid. An exported one can't be rejected.
  payout_batch_id    text references payout_batch,
  check (payout_batch_id is null or status in ('approved', 'completed', 'reversed')),
  -- Why its payment was reversed, and the approval of two admins, see check_withdrawal_reversal().
  reversed_at        timestamptz check (reversed_at >= closed_at),
  reversed_by        text,
  reversal_reason    text check (btrim(reversal_reason) <> ''),
  reversal_approval_id text unique,
  check ((status = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversed_by is null)
    and (reversed_at is null) = (reversal_reason is null) and (reversed_at is null) = (reversal_approval_id is null)),
  check (status <> 'pending' or approved_at is null),
  check ((proposed_at is null) = (proposed_by is null)),
  check (status not in ('approved', 'completed', 'reversed') or approved_at is not null),
  check ((approved_at is null) = (approved_by is null) and (approved_at is null) = (fee is null)
    and (approved_at is null) = (rate is null) and (approved_at is null) = (rate_source is null)
    and (approved_at is null) = (rate_at is null) and (approved_at is null) = (coin_amount is null)),
  check ((closed_at is null) = (status in ('pending', 'approved')) and (closed_at is null) = (closed_by is null)),
  check ((status in ('completed', 'reversed')) = (txid is not null)),
  check ((status = 'rejected') = (reason is not null))
);
-- One transaction pays one withdrawal; that of a reversed payment may have paid another.
create unique index withdrawal_txid on withdrawal (coin, lower(txid))
  where txid is not null and status <> 'reversed';
create index withdrawal_reversed on withdrawal (reversed_at) where reversed_at is not null;
create index withdrawal_of_member on withdrawal (member_id, created_at desc);
-- A member's place in the queue is counted from this index alone.
create index withdrawal_open on withdrawal (created_at, id) where status in ('pending', 'approved');
create index withdrawal_of_batch on withdrawal (payout_batch_id) where payout_batch_id is not null;
create index withdrawal_paid on withdrawal (closed_at) where status = 'completed';
-- The orders of the back office's list.
create index withdrawal_newest on withdrawal (created_at desc, id desc);
create index withdrawal_by_status on withdrawal (status, created_at desc, id desc);
create index withdrawal_by_amount on withdrawal (amount, id);

create trigger refuse_closed_member before insert on withdrawal for each row execute function refuse_closed_member();
create trigger require_second_admin before insert or update on withdrawal
  for each row execute function require_second_admin();
create trigger require_listed_transition before update on withdrawal for each row
  when (new.status <> old.status)
  execute function require_listed_transition('pending>approved', 'pending>rejected', 'pending>cancelled',
    'approved>completed', 'approved>rejected', 'completed>reversed');
create trigger check_withdrawal_reversal before update on withdrawal for each row
  when (new.status = 'reversed' or old.status = 'reversed') execute function check_withdrawal_reversal();
create trigger refuse_paused_withdrawals before update on withdrawal for each row
  when (new.status in ('approved', 'completed') and new.status <> old.status)
  execute function refuse_paused_withdrawals();
create trigger protect_exported_withdrawal before update on withdrawal for each row
  when (new.payout_batch_id is distinct from old.payout_batch_id)
  execute function protect_exported_withdrawal();
create constraint trigger match_payout_batch after insert on payout_batch deferrable initially deferred
  for each row execute function match_payout_batch();

grant select, insert on withdrawal to candor_app;
grant update (status, proposed_at, proposed_by, approved_at, approved_by, fee, rate, rate_source, rate_at, coin_amount,
  closed_at, closed_by, txid, reason, approval_id, second_admin_from, payout_batch_id, reversed_at, reversed_by,
  reversal_reason, reversal_approval_id) on withdrawal to candor_app;
grant select on withdrawal to candor_read;
