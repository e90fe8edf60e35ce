-- Monitoring evaluates the members whose transactions changed, from a queue that triggers fill. A check at an outside
-- provider is bound to the name and the details that were sent, can end before it was completed, and is deleted there.
--
-- functions: public.protect_verification, public.queue_monitoring

-- A change that a rule of monitoring can find something in, to be evaluated once it is committed.
create table monitoring_change (
  sequence   bigint generated always as identity primary key,
  member_id  text not null,
  -- Of a saved address: withdrawals of other members to it are evaluated too.
  coin       text,
  address    text,
  check ((coin is null) = (address is null))
);

create trigger queue_monitoring after insert or update of status, amount, arrived_at, credited on deposit for each row
  when (new.status in ('pending', 'completed', 'reversed')) execute function queue_monitoring();
create trigger queue_monitoring after insert or update of deposit_id, rate on deposit_payment for each row
  when (new.deposit_id is not null) execute function queue_monitoring();
create trigger queue_monitoring after insert or update of status, payout_batch_id on withdrawal for each row
  when (new.status in ('pending', 'approved', 'completed')) execute function queue_monitoring();
create trigger queue_monitoring after insert or update of retired_at on wallet for each row
  when (new.retired_at is null) execute function queue_monitoring();
create trigger queue_monitoring after update of first_name, last_name on member for each row
  execute function queue_monitoring();
create trigger queue_monitoring after update of status on identity_verification for each row
  when (new.status = 'passed') execute function queue_monitoring();
create trigger queue_monitoring after insert or update on setting for each row
  when (new.name = 'monitoring') execute function queue_monitoring();

-- contract: unused since 0.2.0
drop view if exists monitoring_due;

-- The open transactions of a member, those to an address, and what a member moved in a time.
create index deposit_pending_of_member on deposit (member_id) where status = 'pending';
create index withdrawal_open_of_member on withdrawal (member_id) where status in ('pending', 'approved');
create index withdrawal_open_to_address on withdrawal (address, coin) where status in ('pending', 'approved');
create index deposit_movement on deposit (member_id, (coalesce(arrived_at, created_at)));

-- contract: unused since 0.2.0
alter table identity_verification drop constraint identity_verification_check2;

-- contract: unused since 0.2.0
alter table identity_verification
  -- What an outside provider compares the documents with, as it was when the check began.
  add column sent_name text check (btrim(sent_name) <> ''),
  add column sent_version integer check (sent_version > 0),
  -- What the provider read from the documents.
  add column provider_found jsonb check (jsonb_typeof(provider_found) = 'object'),
  -- When the provider was asked to delete its data.
  add column forgotten_at timestamptz,
  add check (provider <> 'desk' or (sent_name, sent_version, provider_found, forgotten_at) is null),
  add check (erased_at is null or sent_name is null and provider_found is null),
  -- A check at an outside provider can end before the member completed it.
  add check (case
    when status = 'waiting_for_member' then submitted_at is null
    else submitted_at is not null or status = 'try_again' and provider <> 'desk'
  end);
create index identity_verification_at_provider on identity_verification (begun_at)
  where provider <> 'desk' and forgotten_at is null;

grant update (provider_found, sent_name, forgotten_at) on identity_verification to candor_app;
