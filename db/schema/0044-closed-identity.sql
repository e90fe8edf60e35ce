-- The name and contact details of closed accounts, until their retention ends. The row of the member has none
-- of them. Accounts that were closed before this file, and those whose email address was never verified, have no row.
--
-- functions: public.protect_closed_identity, public.refuse_rewriting

create table closed_identity (
  member_id     text primary key references member,
  first_name    text not null,
  last_name     text not null,
  email         text not null,
  phone_number  text not null,
  country       text not null,
  signed_up_on  date not null,
  verified_at   timestamptz not null,
  closed_at     timestamptz not null,
  -- Until when the rules of the member's country and of what the member did ask for it, as they were at the closing.
  rules_until   timestamptz not null check (rules_until >= closed_at)
);
create index closed_identity_closed on closed_identity (closed_at);
create trigger protect_closed_identity before update or delete on closed_identity
  for each row execute function protect_closed_identity();
create trigger never_truncated before truncate on closed_identity execute function refuse_rewriting();

grant select, insert, delete on closed_identity to candor_app;
