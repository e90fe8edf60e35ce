-- What the database contributes to the transparency log, as it is now: heads, plan versions, the rules of eligibility
-- with their warnings and terms (by hash), campaigns, freezes, the keys of admins with their generations, and what they
-- signed. Of an approval the hash and its signature are published, so nothing about a member. Amounts are texts of
-- cents.
create or replace view public.log_source as
select 'ledger-head' as kind, '' as subject,
  jsonb_build_object('block', b.block::text, 'seq', b.last_seq::text, 'hash', encode(b.hash, 'hex')) as body
from (select block, last_seq, hash from ledger.chain_block order by block desc limit 1) b
union all
select 'audit-head', '', jsonb_build_object('place', l.place::text, 'hash', encode(l.hash, 'hex'))
from (select place, hash from audit_link order by place desc limit 1) l
union all
select 'plan-version', v.id, jsonb_build_object('plan', p.id, 'family', p.family, 'name', p.name,
  'number', v.number, 'minCents', v.min_cents::text, 'maxCents', v.max_cents::text, 'targetBps', v.target_bps,
  'termDays', v.term_days, 'noticeDays', v.notice_days, 'liquidity', v.liquidity, 'fees', v.fees, 'basis', v.basis,
  'risk', v.risk, 'sample', v.sample, 'extraordinary', v.extraordinary, 'effectiveFrom', v.effective_from::text)
from plan_version v join plan p on p.id = v.plan_id where v.published_at is not null
union all
select 'text', 'rules/' || r.id, jsonb_build_object('key', r.key, 'version', r.version, 'name', r.name,
  'countries', to_jsonb(r.countries), 'sample', r.sample, 'effectiveFrom', r.effective_from::text,
  'sha256', r.content_sha256)
from rule_set r
union all
select 'campaign', c.id, jsonb_build_object('code', c.code, 'name', c.name, 'message', c.message,
  'amountCents', c.amount_cents::text, 'budgetCents', c.budget_cents::text, 'startsOn', c.starts_on::text,
  'endsOn', c.ends_on::text, 'endedBecause', c.ended_because)
from campaign c where c.published_at is not null
union all
select 'freeze', f.id::text, jsonb_build_object('because', f.because)
from ledger.freezes f
union all
select 'unfreeze', f.id::text, jsonb_build_object('approval', f.approval)
from ledger.freezes f where f.approval is not null
union all
select 'approval-signing', '', jsonb_build_object('unsignedRows', u.unsigned_rows::text,
  'unsignedProposals', u.unsigned_proposals::text, 'live', approvals.is_live())
from approvals.get_unsigned() u
union all
select 'approval-generation', g.generation::text,
  jsonb_build_object('startedAt', to_char(g.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'reason', g.reason)
from approvals.key_generations g
union all
select 'approval-key', k.id, jsonb_build_object('admin', k.admin_id, 'kind', k.kind,
  'publicKey', encode(k.public_key, 'hex'), 'rpId', k.rp_id, 'origin', k.origin, 'first', k.first,
  'confirmedBy', k.confirmed_by, 'ended', k.ended_at is not null)
  || case when k.generation is null then '{}' else jsonb_build_object('generation', k.generation) end
from approvals.keys k
union all
select 'approval', s.subject, jsonb_build_object('key', s.key, 'hash', encode(s.statement_hash, 'hex'),
  'authenticatorData', encode(s.authenticator_data, 'hex'), 'clientData', encode(s.client_data, 'hex'),
  'signature', encode(s.signature, 'hex'))
from approvals.signatures s
-- they never change, so that those in the log are left out
where not exists (select from log_entry e where e.kind = 'approval' and e.subject = s.subject);

grant select on public.log_source to candor_app;
