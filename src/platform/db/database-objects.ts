import type pg from 'pg'

/** A function or view of the database that db/functions may hold a file of. */
export type Existing = {
  name: string
  /** As `drop` and `revoke` take it: `function ledger.balance(account bigint)`. */
  object: string
  isFunction: boolean
  hasDefaultGrants: boolean
  grantees: string[]
}

/**
 * Resets the grants of a replaced object to those of a new one. A replacement does not change
 * grants, and an object must have only the grants of its file.
 */
export async function resetGrants(
  client: pg.Client,
  { object, isFunction, ...one }: Existing,
): Promise<void> {
  if (one.hasDefaultGrants) return

  if (one.grantees.length > 0)
    await client.query(
      `revoke all on ${object.replace(/^view /, '')} from ${one.grantees.join(', ')}`,
    )

  if (isFunction) await client.query(`grant execute on ${object} to public`)
}

/** Builds the statement that drops a function or view. */
export const buildDrop = ({ object }: Existing) =>
  `drop ${object.replace(/^(function|view) /, '$1 if exists ')};`

/** Lists the functions and views of the database. */
export async function listExisting(client: pg.Client): Promise<Existing[]> {
  // so that every name is written in full
  await client.query("select set_config('search_path', 'pg_catalog', true)")

  const { rows } = await client.query<Existing>(`
    with object as (
      select n.nspname, p.proname as name, p.proowner as owner, p.proacl as acl, true as
      is_function,
        format('function %I.%I(%s)', n.nspname, p.proname,
        pg_get_function_identity_arguments(p.oid)) as object
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema')
      union all
      select n.nspname, c.relname, c.relowner, c.relacl, false, format('view %I.%I', n.nspname,
      c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'v' and n.nspname not in ('pg_catalog', 'information_schema'))
    select nspname || '.' || name as name, object, is_function as "isFunction", acl is null as
    "hasDefaultGrants",
      array(select distinct case grantee when 0 then 'public' else grantee::regrole::text end
        from aclexplode(acl) where grantee <> owner) as grantees
    from object`)

  await client.query('reset search_path')

  return rows
}
