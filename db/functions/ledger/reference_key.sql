set role ledger_owner;

-- Returns what identifies a reference of a source: a bank's reference is the same payment with other capitals, and with
-- other spaces, dashes, dots, slashes or underscores between its parts.
create or replace function ledger.reference_key(source text, reference text)
returns text
language sql immutable parallel safe
set search_path = pg_catalog
as $$
  select case
    when source <> 'bank' then reference
    else btrim(regexp_replace(upper(normalize(reference, nfkc)), '[-[:space:]_./]+', ' ', 'g'))
  end
$$;

revoke all on function ledger.reference_key from public;
