-- Queues a new audit event for the audit log's hash chain.
create or replace function public.queue_audit_link()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  insert into audit_pending values (new.sequence);
  return null;
end $$;

revoke all on function public.queue_audit_link from public;
