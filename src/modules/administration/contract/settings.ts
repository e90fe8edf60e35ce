import { z } from 'zod'
import { PAYMENT_METHODS } from '#modules/settings/model.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { FORM_SETTINGS } from '../model.ts'
import { addressSource, addressSupply, chainProvider } from './address-sources.ts'

export const method = z.enum(PAYMENT_METHODS)
export const settingName = z.enum(FORM_SETTINGS)

/** The version of a setting, by which a stale form is rejected. */
export const version = z
  .string()
  .max(30)
  .meta({ description: 'the version that was read; empty for the defaults' })

const changed = z.object({ by: z.string(), at: instant }).nullable()
const announcedFees = z
  .object({ withdrawalFee: usd, minWithdrawal: usd, effectiveFrom: instant })
  .nullable()
const pause = z.object({ reason: z.string(), since: z.string() }).nullable()

export const settings = z.object({
  mode: z.enum(['sandbox', 'live']),
  settings: z.array(
    z.object({
      name: settingName,
      value: z
        .record(z.string(), z.unknown())
        .meta({ description: 'basis points as numbers, amounts in dollars' }),
      changed,
      version,
    }),
  ),
  pauses: z.object({ deposits: pause, withdrawals: pause, signUps: pause }),
  methods: z.array(
    z.object({
      _id: method,
      name: z.string(),
      network: z.string(),
      address: z.string().nullable(),
      sample: z.boolean(),
      quoteMinutes: z.int(),
      withdrawalFee: usd,
      minWithdrawal: usd,
      announcedFees,
      changed,
      version,
    }),
  ),
  pending: z
    .array(
      z.object({
        _id: z.string(),
        title: z.string(),
        changes: z.array(z.string()),
        proposedBy: z.string(),
        proposedAt: instant,
        approvedBy: z.string().nullable(),
        effectiveFrom: instant
          .nullable()
          .meta({ description: 'null until another admin approves' }),
      }),
    )
    .meta({ description: 'loosened controls that wait for approval or for their delay' }),
  addresses: z.array(
    z.object({
      _id: z.string(),
      method,
      address: z.string(),
      effectiveFrom: instant,
      changed: z.object({ by: z.string(), at: instant }),
    }),
  ),
  sources: z.array(addressSource),
  supplies: z.array(addressSupply),
  providers: z.array(chainProvider),
  waiting: z
    .array(
      z.object({ method, proposal: z.string(), address: z.string(), by: z.string(), at: instant }),
    )
    .meta({ description: 'addresses waiting for a second admin' }),
})
