import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { CHAINS, MESSAGE_FORMATS } from '#modules/chains/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { RESERVE_STATES, WALLET_KINDS } from '../model.ts'
import { coin, exact, formText, place, tags } from './fields.ts'

const reserveId = z.string().max(60)

const proof = z.object({
  statement: z.string().meta({ description: 'the signed text' }),
  signature: z.string(),
  format: z.enum(MESSAGE_FORMATS),
  amount: exact.meta({ description: 'the balance at the block' }),
  block: z.object({ height: z.int(), hash: z.string(), at: instant }),
  provider: z.string(),
  simulated: z.boolean(),
  verifiedAt: instant,
})

const reserve = z.object({
  _id: z.string(),
  chain: z.enum(CHAINS),
  coin,
  address: z.string(),
  place: z.string(),
  wallet: z.enum(WALLET_KINDS),
  state: z.enum(RESERVE_STATES),
  reason: z.string().nullable().meta({ description: 'why it isn’t covered' }),
  proof: proof.nullable().meta({ description: 'the latest verified statement' }),
  challenge: z
    .object({ _id: z.string(), statement: z.string(), expiresAt: instant })
    .nullable()
    .meta({ description: 'a prepared statement that waits for its signature' }),
})

const createManagerCall = () => admin(...getPermittedRoles('ledger.reconcile'))

/** The operator's addresses, and the signed statements that prove control of them. */
export const reserveCalls = {
  reserves: admin()
    .route({
      method: 'GET',
      path: '/admin/reserves',
      summary: 'List the reserve addresses in use, with their statements of control',
      tags,
    })
    .output(buildEnvelope(z.array(reserve))),
  addReserveAddress: createManagerCall()
    .route({
      method: 'POST',
      path: '/admin/reserves/addresses',
      summary: 'Add a reserve address',
      tags,
    })
    .input(
      z.object({
        coin,
        chain: z.enum(CHAINS).optional().meta({ description: 'of USDT; default: Ethereum' }),
        address: formText,
        place,
        wallet: z.enum(WALLET_KINDS),
      }),
    )
    .output(buildEnvelope(reserve)),
  retireReserveAddress: createManagerCall()
    .route({
      method: 'POST',
      path: '/admin/reserves/addresses/{id}/retire',
      summary: 'Retire a reserve address that is no longer in use',
      tags,
    })
    .input(z.object({ id: reserveId }))
    .output(messageOnly),
  prepareReserveStatement: createManagerCall()
    .route({
      method: 'POST',
      path: '/admin/reserves/addresses/{id}/statements',
      summary: 'Prepare the text that the key of a reserve address signs',
      tags,
    })
    .input(z.object({ id: reserveId }))
    .output(buildEnvelope(reserve)),
  recordReserveStatement: createManagerCall()
    .route({
      method: 'POST',
      path: '/admin/reserves/statements/{id}/signature',
      summary: 'Verify the signature of a prepared statement and record it with the balance',
      tags,
    })
    .input(
      z.object({
        id: reserveId,
        signature: z.string().max(2_000).default('').meta({ description: 'base64 or hex' }),
      }),
    )
    .output(buildEnvelope(reserve)),
}
