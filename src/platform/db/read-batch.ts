import { type Expression, sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import type { Reader } from './db.ts'

type Columns<Row, Type> = keyof {
  [Column in keyof Row as NonNullable<Row[Column]> extends Type ? Column : never]: true
}

/**
 * The columns of a row that JSON has no type for; the compiler requires every one of them, and
 * refuses bytes.
 */
export type ColumnTypes<Row> = Record<Columns<Row, bigint>, 'bigint'> &
  Record<Columns<Row, Date>, 'instant'> &
  Record<Columns<Row, Uint8Array>, never>

/** A query that can be read in one statement with others. */
export type BatchQuery<Row> = { query: Expression<Row>; types: ColumnTypes<Row> }

/** Returns a query for `readBatch`, with the types of its bigint and timestamp columns. */
export const toBatchQuery = <Row>(
  query: Expression<Row>,
  types: ColumnTypes<Row>,
): BatchQuery<Row> => ({ query, types })

type Batch = Record<string, { query: Expression<unknown>; types: object }>

/** The rows of each query of a batch, by its name. */
export type BatchRows<Queries extends Batch> = {
  [Name in keyof Queries]: Queries[Name] extends { query: Expression<infer Row> } ? Row[] : never
}

/**
 * Reads the rows of several queries in one statement, and so on one snapshot and in one round trip.
 * The rows travel as JSON, in the order of each query; `bigint` and `Date` are restored. Locks that
 * a query takes are taken in the order of the queries, and the snapshot is older than they are.
 */
export async function readBatch<Queries extends Batch>(
  reader: Reader,
  queries: Queries,
): Promise<BatchRows<Queries>> {
  const columns = Object.entries(queries).map(([name, query]) => selectAsJson(name, query))
  const { rows } = await sql<Record<string, object[]>>`select ${sql.join(columns)}`.execute(reader)

  return Object.fromEntries(
    Object.entries(queries).map(([name, { types }]) => [
      name,
      rows[0]?.[name]?.map((row) => restoreColumns(row, types)),
    ]),
  ) as BatchRows<Queries>
}

function selectAsJson(name: string, { query, types }: Batch[string]) {
  const texts = Object.entries(types)
    .filter(([, type]) => type === 'bigint')
    .flatMap(([column]) => [sql.lit(column), sql`${sql.ref(`batch_row.${column}`)}::text`])
  const row = sql`to_jsonb(batch_row) || jsonb_build_object(${sql.join(texts)})`

  return sql`(select coalesce(jsonb_agg(${row}), '[]') from (${query}) as batch_row)
    as ${sql.id(name)}`
}

/** Returns a row that was read as JSON with its bigints, which are text there, and its instants. */
export const restoreRow = <Row>(json: object, types: ColumnTypes<Row>): Row =>
  restoreColumns(json, types) as Row

function restoreColumns(json: object, types: object): object {
  const row: Record<string, unknown> = { ...json }

  for (const [column, type] of Object.entries(types)) {
    const value = row[column]
    if (value === null) continue

    row[column] = type === 'instant' ? new Date(value as string) : toBigInt(column, value)
  }

  return row
}

/** A bigint travels as text: `to_jsonb` alone would make a number of it, and a float here. */
function toBigInt(column: string, value: unknown): bigint {
  invariant(typeof value === 'string', `${column} was selected as text`)
  return BigInt(value)
}
