-- The payments of deposits: which payment on chain belongs to which deposit, and what was done about it.
--
-- functions: public.protect_deposit_payment

create table deposit_payment (
  payment_id        text primary key references chain_payment,
  -- Null: it belongs to no deposit, and `reason` says why.
  deposit_id        text references deposit,
  -- Whose deposit it is; of an unmatched payment the member who is proposed to staff.
  member_id         text references member,
  reason            text check (reason in (
                      'unknown_address', 'unknown_amount', 'already_decided', 'lent_before', 'account_closed',
                      'refunded')),
  -- When it was first seen, and not before its quote. It decides the rate.
  arrived_at        timestamptz not null,
  -- Of its deposit: locked while the quote ran, otherwise of the arrival.
  rate              bigint check (rate > 0),
  assigned_at       timestamptz not null,
  assigned_by       text not null check (btrim(assigned_by) <> ''),
  -- The receipt that it was posted with, to the deposit or to suspense.
  receipt_id        text unique check (receipt_id like 'rcp\_%'),
  -- Where the member asks to have it sent back to.
  refund_address    text check (refund_address ~ '^[A-Za-z0-9]{20,100}$'),
  refund_asked_at   timestamptz,
  check ((deposit_id is null) = (reason is not null)),
  check ((deposit_id is null) = (rate is null)),
  check (deposit_id is null or member_id is not null),
  check ((refund_address is null) = (refund_asked_at is null))
);
create index deposit_payment_of_deposit on deposit_payment (deposit_id);
create index deposit_payment_unmatched on deposit_payment (assigned_at) where deposit_id is null;
create trigger protect_deposit_payment before insert or update or delete on deposit_payment
  for each row execute function protect_deposit_payment();

grant select, insert on deposit_payment to candor_app;
grant update (deposit_id, member_id, reason, arrived_at, rate, receipt_id, refund_address,
  refund_asked_at) on deposit_payment to candor_app;
grant select on deposit_payment to candor_read;

-- A deposit that was credited on evidence by no person, see may_credit_automatically().
alter table deposit add column automatic boolean not null default false
  check (not automatic or status in ('completed', 'reversed'));
grant update (automatic) on deposit to candor_app;

-- A payment that the chain no longer shows takes its deposit back to waiting, see check_deposit_step().
drop trigger require_listed_transition on deposit;
create trigger require_listed_transition before update on deposit for each row
  when (new.status <> old.status)
  execute function require_listed_transition('awaiting_payment>pending', 'awaiting_payment>expired',
    'expired>pending', 'pending>awaiting_payment', 'pending>expired', 'pending>completed', 'pending>rejected',
    'completed>reversed');
-- The deposits that an address was shown for.
create index deposit_of_address on deposit (address, coin, coin_amount, created_at desc);

-- Up to how many cents deposits are credited without a person. None as shipped.
insert into setting_control values ('deposits', 'automaticUpTo', 'higher', '"0"', '"0"', 1000000);
