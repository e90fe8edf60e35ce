-- Publishes rules only as two admins agreed to them, and never with effect for the past: in live a whole day passes
-- before they apply, and 30 days where they require more of a withdrawal in any country, also in one that comes from
-- other rules: members are emailed at the approval. Rules are published one after the other. A later version of the
-- same rules takes effect on a later day, or on the same. No rules end withdrawals. Other words have another version.
-- Rules that are no sample have no text with the mark of one.
create or replace function public.check_rule_set()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('rule_set', 0));
  if not exists (
    select from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'rules.publish' and p.approved and p.decided_by <> p.proposed_by
      and p.subject_id = new.key and p.content::jsonb ->> 'rulesSha256' = new.content_sha256
      and (p.content::jsonb ->> 'effectiveFrom')::date <= new.effective_from) then
    raise exception 'rules need the approval of two admins' using errcode = 'check_violation';
  end if;
  if not coalesce((new.content::jsonb #>> '{operations,withdraw,allowed}')::boolean, false) then
    raise exception 'rules can not end withdrawals' using errcode = 'check_violation';
  end if;
  if not new.sample and find_sample_text(new.content::jsonb) is not null then
    raise exception 'confirmed rules still have a sample text: %', find_sample_text(new.content::jsonb)
      using errcode = 'check_violation';
  end if;
  if find_reworded_text(new.content::jsonb) is not null then
    raise exception 'other words need another version: %', find_reworded_text(new.content::jsonb)
      using errcode = 'check_violation';
  end if;
  if exists (
    select from rule_set r
    where r.key = new.key and (r.version >= new.version or r.effective_from > new.effective_from)) then
    raise exception 'a version of these rules is newer or takes effect later' using errcode = 'check_violation';
  end if;
  if exists (select from mode where name = 'live')
    and new.effective_from < (new.published_at at time zone 'utc')::date + 2 then
    raise exception 'in live, rules apply a whole day after they were approved' using errcode = 'check_violation';
  end if;
  if exists (select from mode where name = 'live')
    and find_stricter_country(new, (new.published_at at time zone 'utc')::date + 30) is not null then
    raise exception 'in live, rules that require more of a withdrawal apply 30 days after their approval'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
