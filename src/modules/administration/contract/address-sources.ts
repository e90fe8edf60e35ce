import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { CHAINS } from '#modules/chains/model.ts'
import { ADDRESS_MODES, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
} from '#platform/http/schemas.ts'
import { id, requireOwner, tags } from './fields.ts'

const method = z.enum(PAYMENT_METHODS)
const mode = z.enum(ADDRESS_MODES)
const chain = z.enum(CHAINS)
const scriptType = z.enum(['p2wpkh', 'p2tr'])

const sourceInput = z.object({
  method,
  mode,
  chain: chain.optional(),
  accountKey: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'an extended public key, optionally after [fingerprint/path]' }),
  scriptType: scriptType.optional(),
  addresses: z
    .string()
    .max(60_000)
    .optional()
    .meta({ description: 'the addresses of a pool, between spaces, commas or line ends' }),
})

/** A source of addresses as the settings screen shows it. */
export const addressSource = z.object({
  _id: z.string(),
  method,
  mode,
  chain,
  network: z.string(),
  accountKey: z.string().nullable(),
  scriptType: z.string().nullable(),
  fingerprint: z.string().nullable(),
  path: z.string().nullable(),
  addressCount: z.int().nullable(),
  effectiveFrom: instant,
  inForce: z.boolean(),
  changed: z.object({ by: z.string(), at: instant }),
})

export const addressSupply = z.object({
  method,
  unused: z.int().meta({ description: 'derived addresses in a row without a payment' }),
  size: z.int(),
  free: z.int(),
})

export const chainProvider = z.object({
  chain,
  name: z.string(),
  simulated: z.boolean(),
  status: z.enum(['ok', 'behind', 'silent']),
  tipHeight: z.int().nullable(),
  answeredAt: instant.nullable(),
  problem: z.string().nullable(),
})

const preview = z.object({
  mode,
  network: z.string(),
  accountKey: z.string().nullable(),
  scriptType: z.string().nullable(),
  fingerprint: z.string().nullable(),
  path: z.string().nullable(),
  addressCount: z.int().nullable(),
  firstAddresses: z.array(z.string()),
})

/** Calls about where payment addresses come from, and about the providers of chains. */
export const addressSourceCalls = {
  previewAddressSource: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/settings/address-sources/preview',
      summary: 'Check a source of addresses and list its first addresses; nothing is stored',
      tags,
    })
    .input(sourceInput)
    .output(buildEnvelope(preview)),
  changeAddressSource: admin(...getPermittedRoles('receiving-address.change'))
    .route({
      method: 'POST',
      path: '/admin/settings/address-sources',
      summary: 'Change the source of a method’s addresses; in live a second admin approves it',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      sourceInput.extend({
        compared: z
          .boolean()
          .optional()
          .meta({ description: 'the first addresses match those of the wallet' }),
      }),
    )
    .output(buildApprovalResponse(messageOnly)),
  poolAddresses: admin()
    .route({
      method: 'GET',
      path: '/admin/settings/address-sources/{id}/addresses',
      summary: 'List the addresses of a pool',
      tags,
    })
    .input(z.object({ id }))
    .output(
      buildEnvelope(
        z.array(
          z.object({
            address: z.string(),
            state: z.enum(['free', 'lent', 'waiting', 'retired']),
            lentAt: instant.nullable(),
          }),
        ),
      ),
    ),
  retirePoolAddress: admin(...getPermittedRoles('receiving-address.change'))
    .route({
      method: 'POST',
      path: '/admin/settings/address-sources/{id}/retire',
      summary: 'Retire an address of a pool',
      tags,
    })
    .input(z.object({ id, address: z.string().trim().max(200) }))
    .output(messageOnly),
  testProvider: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/settings/providers/test',
      summary: 'Read the newest block from a provider of a chain',
      tags,
    })
    .input(z.object({ chain, name: z.string().max(200) }))
    .output(
      buildEnvelope(
        z.object({
          height: z.int().nullable(),
          problem: z.string().nullable(),
        }),
      ),
    ),
}
