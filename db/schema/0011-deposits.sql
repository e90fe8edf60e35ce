-- Deposits, one row a quote. What the member was quoted (amount, coin amount, rate, address) never changes.
--
-- functions: public.refuse_closed_member, public.require_listed_transition, public.check_deposit_step
create table deposit (
  id               text primary key check (id ~ '^dep_[0-9a-z]{20}$'),
  member_id        text not null,
  plan_version_id  text not null,
  plan_name        text not null,
  amount           bigint not null check (amount > 0),
  method           text not null,
  coin             text not null,
  check (ledger.is_payment_method(method, coin)),
  network          text not null,
  address          text not null,
  coin_amount      bigint not null check (coin_amount > 0),
  rate             bigint not null check (rate > 0),
  rate_source      text not null,
  rate_at          timestamptz not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null check (expires_at > created_at),
  -- When the member took another quote instead: its rate is no longer held.
  replaced_at      timestamptz check (replaced_at >= created_at),
  status           text not null check (
                     status in ('awaiting_payment', 'pending', 'completed', 'rejected', 'expired', 'reversed')),
  -- While true, no other deposit has this coin amount, so that payments can be distinguished.
  amount_reserved  boolean not null check (amount_reserved or status <> 'awaiting_payment'),
  submitted_at     timestamptz,
  proof_key        text unique,
  proof_type       text,
  proof_bytes      integer,
  proof_sha256     text,
  -- What staff observed of a payment that came without a proof.
  evidence         text check (btrim(evidence) <> ''),
  -- When the payment was first seen (mempool, block, bank). It decides the rate, see check_deposit_step().
  arrived_at       timestamptz check (arrived_at >= created_at),
  late             boolean check (late = (arrived_at >= least(expires_at, replaced_at))),
  credit_rate      bigint check (credit_rate > 0),
  decided_at       timestamptz,
  decided_by       text,
  reason           text check (btrim(reason) <> ''),
  receipt_id       text,
  received         bigint check (received > 0),
  received_in      text check (received_in in (coin, 'USD')),
  credited         bigint check (credited > 0),
  position_id      text unique,
  -- The second admin's decision, where one is needed.
  approval_id      text,
  -- Why a confirmed deposit was reversed, and the approval of two admins.
  reversed_at      timestamptz check (reversed_at >= decided_at),
  reversed_by      text,
  reversal_reason  text check (btrim(reversal_reason) <> ''),
  reversal_approval_id  text unique,
  check ((proof_key is null) = (proof_type is null) and (proof_key is null) = (proof_bytes is null)
    and (proof_key is null) = (proof_sha256 is null)),
  check ((submitted_at is null) = (status in ('awaiting_payment', 'expired'))),
  check ((arrived_at is null) = (credit_rate is null) and (arrived_at is null) = (late is null)),
  check (arrived_at is null or status in ('pending', 'completed', 'rejected', 'reversed')),
  check (arrived_at is not null or status not in ('completed', 'reversed')),
  check (arrived_at <= decided_at),
  -- Locked if the payment was first seen before the quote ended; the rate of that time otherwise.
  check (late or credit_rate = rate),
  check ((decided_at is null) = (status not in ('completed', 'rejected', 'reversed'))
    and (decided_at is null) = (decided_by is null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((status in ('completed', 'reversed')) = (receipt_id is not null) and (receipt_id is null) = (received is null)
    and (receipt_id is null) = (credited is null) and (receipt_id is null) = (received_in is null)),
  check (position_id is null or status in ('completed', 'reversed')),
  check ((status = 'reversed') = (reversed_at is not null) and (reversed_at is null) = (reversed_by is null)
    and (reversed_at is null) = (reversal_reason is null) and (reversed_at is null) = (reversal_approval_id is null))
);
create unique index deposit_amount_reserved on deposit (address, coin, coin_amount) where amount_reserved;
create index deposit_of_member on deposit (member_id, created_at desc);
create index deposit_open on deposit (expires_at) where status = 'awaiting_payment';
-- How long recent deposits took to be decided is shown to members who wait.
create index deposit_decided on deposit (decided_at) where status in ('completed', 'rejected');
create index deposit_reversed on deposit (reversed_at) where reversed_at is not null;
-- The orders of the back office's list.
create index deposit_newest on deposit (created_at desc, id desc);
create index deposit_by_status on deposit (status, created_at desc, id desc);
create index deposit_by_amount on deposit (coalesce(credited, amount), id);
create index deposit_quoted_amount on deposit (amount);

-- A closed account takes no payment.
create trigger refuse_closed_member before insert on deposit for each row execute function refuse_closed_member();
create trigger refuse_closed_member_again before update on deposit for each row
  when (new.status in ('awaiting_payment', 'pending', 'completed') and new.status <> old.status)
  execute function refuse_closed_member();
create trigger require_listed_transition before update on deposit for each row
  when (new.status <> old.status)
  execute function require_listed_transition('awaiting_payment>pending', 'awaiting_payment>expired',
    'expired>pending', 'pending>completed', 'pending>rejected', 'completed>reversed');

create trigger check_deposit_step before insert or update on deposit
  for each row execute function check_deposit_step();

grant select, insert on deposit to candor_app;
grant update (status, amount_reserved, submitted_at, proof_key, proof_type, proof_bytes, proof_sha256, evidence,
  replaced_at, arrived_at, late, credit_rate, decided_at, decided_by, reason, receipt_id, received, received_in,
  credited, position_id, approval_id, reversed_at, reversed_by, reversal_reason, reversal_approval_id) on deposit
  to candor_app;
grant select on deposit to candor_read;
