/** The history of the open books, by the entries `coverage` of the log. */
import { CURRENCIES, type Currency } from '#lib/currencies.ts'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { EntryBody, EntryValue } from './log-entries.ts'

/** A place on one day, in minor units; `outside` is null before the first balance from outside. */
export type PlaceOnDay = {
  place: string
  currency: Currency
  ledger: bigint
  outside: bigint | null
}

/** The figures that the log recorded on one day; null where the entry is older than the figure. */
export type DailyFigures = {
  day: Day
  owed: Cents
  held: Cents
  places: PlaceOnDay[]
  witnesses: { named: number; cosigned: number } | null
}

/** Parses an entry `coverage`, also one from before it had places and witnesses. */
export function parseDailyFigures(body: EntryBody): DailyFigures {
  const witnesses = body.witnesses as { named: number; cosigned: number } | undefined
  return {
    day: String(body.day) as Day,
    owed: BigInt(String(body.owedCents)),
    held: BigInt(String(body.heldCents)),
    places: ((body.places as EntryBody[] | undefined) ?? []).flatMap(parsePlace),
    witnesses: witnesses ?? null,
  }
}

function parsePlace({ place, currency, ledger, outside }: EntryBody): PlaceOnDay[] {
  const known = CURRENCIES.find((one) => one === currency)
  if (!known) return []

  return [
    {
      place: String(place),
      currency: known,
      ledger: BigInt(String(ledger)),
      outside: toUnits(outside),
    },
  ]
}

const toUnits = (value: EntryValue | undefined) =>
  value === null || value === undefined ? null : BigInt(String(value))
