set role ledger_owner;

-- The keys of admins, each with the time from which it signs (null: another admin hasn't confirmed it) and its end. A
-- first key waits as long as a new decider does, and longer in a new generation. Any other is confirmed by another
-- admin, and only once that approval is signed: two keys can't confirm each other. The approval is of a time when the
-- key was there, by a key of its generation. A generation ends all previous keys.
create or replace view approvals.keys as
  select k.id, k.sequence, k.admin_id, k.kind, k.credential_id, k.public_key, k.transports, k.rp_id, k.origin, k.first,
    k.registered_at, c.proposal as confirmed_by,
    case when k.kind = 'software' then k.registered_at
      when k.first then k.registered_at + approvals.get_first_key_wait(k.generation)
      else c.decided_at end as usable_from,
    least(e.ended_at, g.started_at) as ended_at, coalesce(e.ended_by, case when g.reason is not null then 'system' end)
      as ended_by, coalesce(e.reason, g.reason) as end_reason, k.generation,
    approvals.get_published_from(k.id) as published_from
  from approvals.key k
  left join approvals.key_end e on e.key = k.id
  left join lateral (
    select n.started_at, n.reason from approvals.key_generation n
    where n.generation > coalesce(k.generation, 0) order by n.generation limit 1) g on true
  left join lateral (
    select p.id as proposal, d.decided_at
    from approvals.proposal p join approvals.decision d on d.proposal = p.id
    where p.permission = 'approval-key.add' and p.subject_id = k.id and p.proposed_by = k.admin_id
      and p.content_hash = sha256(convert_to(format('{"adminId":"%s","credentialId":"%s","keySha256":"%s"}',
        k.admin_id, k.credential_id, encode(sha256(k.public_key), 'hex')), 'UTF8'))
      and d.approved and d.decided_by <> k.admin_id and d.decided_at >= k.registered_at
      and exists (
        select from approvals.signature s join approvals.key sk on sk.id = s.key
        where s.subject = p.id and sk.admin_id = d.decided_by and sk.generation is not distinct from k.generation)
    order by d.decided_at limit 1) c on not k.first and k.kind = 'passkey';

grant select on approvals.keys to candor_app, candor_read;
