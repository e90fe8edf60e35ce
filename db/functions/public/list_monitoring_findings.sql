-- Returns what the monitoring rules find about one deposit or withdrawal, with the figures they compared. Sums and
-- counts look back from the transaction, and begin again after a case of the same rule that was cleared. Nothing
-- older than the longest time of a rule is read.
create or replace function public.list_monitoring_findings(subject_id text)
returns table (rule text, member_id text, facts jsonb)
language sql stable security definer
set search_path = public, pg_temp
as $$
  with limits as (
    select (get_control('monitoring', 'sumFrom') #>> '{}')::bigint as sum_from,
      (get_control('monitoring', 'sumDays') #>> '{}')::integer as sum_days,
      (get_control('monitoring', 'countFrom') #>> '{}')::integer as count_from,
      (get_control('monitoring', 'inOutPercent') #>> '{}')::integer as percent,
      (get_control('monitoring', 'inOutDays') #>> '{}')::integer as in_out_days,
      (get_control('monitoring', 'sharedAddressFrom') #>> '{}')::integer as shared_from,
      get_control('monitoring', 'nameMismatch') <> 'null' as name_mismatch
  ), subject as (
    select 'deposit' as kind, d.member_id, coalesce(d.arrived_at, d.created_at) as at, null as coin, null as address
    from deposit d where d.id = list_monitoring_findings.subject_id
    union all
    select 'withdrawal', w.member_id, w.created_at, w.coin, w.address
    from withdrawal w where w.id = list_monitoring_findings.subject_id
  ), period as (
    select s.member_id, s.at as until, s.at - make_interval(days => greatest(l.sum_days, l.in_out_days, 1)) as since
    from subject s cross join limits l
  ), movement as (
    select 'deposit' as kind, coalesce(d.arrived_at, d.created_at) as at,
      coalesce(d.credited, greatest(d.amount, r.cents)) as cents,
      d.status = 'completed' as credited
    from period p
    join deposit d on d.member_id = p.member_id and coalesce(d.arrived_at, d.created_at) > p.since
      and coalesce(d.arrived_at, d.created_at) <= p.until
    cross join lateral (
      select coalesce(sum(compute_coin_value(e.units, d.rate, d.coin)), 0)::bigint as cents
      from deposit_payment m join payment_evidence e on e.id = m.payment_id
      where m.deposit_id = d.id and d.status = 'pending') r
    where d.status in ('pending', 'completed')
    union all
    select 'withdrawal', w.created_at, w.amount, false
    from period p
    join withdrawal w on w.member_id = p.member_id and w.created_at > p.since and w.created_at <= p.until
    where w.status in ('pending', 'approved', 'completed')
  ), cleared as (
    select c.rule, max(c.opened_at) as at
    from monitoring_case c join subject s using (member_id)
    where c.status = 'cleared' and c.subject_id <> list_monitoring_findings.subject_id
      and substr(c.subject_id, 1, 3) = substr(list_monitoring_findings.subject_id, 1, 3)
    group by c.rule
  ), large_sum as (
    select sum(m.cents) as cents
    from subject s cross join limits l join movement m on m.kind = s.kind
    where m.at <= s.at and m.at > s.at - make_interval(days => l.sum_days)
      and m.at > coalesce((select c.at from cleared c where c.rule = 'large_sum'), '-infinity')
  ), frequency as (
    select count(*) as movements
    from subject s join movement m on m.at <= s.at and m.at > s.at - interval '24 hours'
    where m.at > coalesce((select c.at from cleared c where c.rule = 'frequency'), '-infinity')
  ), in_and_out as (
    select coalesce(sum(m.cents) filter (where m.kind = 'deposit' and m.credited), 0) as deposited,
      coalesce(sum(m.cents) filter (where m.kind = 'withdrawal'), 0) as withdrawn
    from subject s cross join limits l
    join movement m on m.at <= s.at and m.at > s.at - make_interval(days => l.in_out_days)
    where m.at > coalesce((select c.at from cleared c where c.rule = 'in_and_out'), '-infinity')
  ), shared as (
    select count(distinct w.member_id) as members
    from subject s join wallet w on w.coin = s.coin and w.address = s.address and w.retired_at is null
  )
  select 'large_sum', s.member_id,
    jsonb_build_object('cents', f.cents::text, 'days', l.sum_days, 'from', l.sum_from::text)
  from subject s, limits l, large_sum f where f.cents >= l.sum_from
  union all
  select 'frequency', s.member_id, jsonb_build_object('count', f.movements, 'from', l.count_from)
  from subject s, limits l, frequency f where f.movements >= l.count_from
  union all
  select 'in_and_out', s.member_id,
    jsonb_build_object('deposited', f.deposited::text, 'withdrawn', f.withdrawn::text, 'days', l.in_out_days,
      'percent', l.percent)
  from subject s, limits l, in_and_out f
  where s.kind = 'withdrawal' and f.deposited > 0 and f.withdrawn * 100 >= f.deposited * l.percent
  union all
  select 'shared_address', s.member_id, jsonb_build_object('members', f.members, 'from', l.shared_from)
  from subject s, limits l, shared f
  where f.members >= l.shared_from and not exists (
    select from monitoring_case c join withdrawal w on w.id = c.subject_id
    where c.member_id = s.member_id and c.rule = 'shared_address' and c.status = 'cleared' and w.address = s.address
      and (c.facts ->> 'members')::bigint >= f.members)
  union all
  select 'name_mismatch', s.member_id,
    jsonb_build_object('name', m.first_name || ' ' || m.last_name, 'verified', v.name)
  from subject s
  cross join limits l
  join member m on m.id = s.member_id
  cross join lateral (
    select v.name from identity_verification v
    where v.member_id = s.member_id and v.status in ('passed', 'expired') order by v.sequence desc limit 1) v
  where l.name_mismatch and s.kind = 'withdrawal'
    and lower(btrim(v.name)) <> lower(m.first_name || ' ' || m.last_name)
$$;

revoke all on function public.list_monitoring_findings from public;
grant execute on function public.list_monitoring_findings to candor_app;
