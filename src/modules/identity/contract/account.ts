import { z } from 'zod'
import { anyoneBeforeOpening, member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { statement, tags, token } from './fields.ts'

/** Compromise reports and consents. */
export const accountCalls = {
  reportCompromise: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/not-me/{token}',
      summary: 'Report a compromised account',
      tags,
    })
    .input(z.object({ token }))
    .output(
      buildEnvelope(
        z.object({ restored: z.boolean(), logInAt: z.enum(['/login', '/admin-login']) }),
      ),
    ),
  consents: member
    .route({
      method: 'GET',
      path: '/user/consents',
      summary: 'Get my consents, and the missing ones',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          consentVersion: z.string(),
          missing: z.array(statement),
          accepted: z.array(
            z.object({
              document: z.string(),
              version: z.string(),
              statement: z.string(),
              shownAt: instant,
            }),
          ),
        }),
      ),
    ),
  giveConsent: member
    .route({ method: 'POST', path: '/user/consents', summary: 'Agree to the current texts', tags })
    .input(
      z.object({
        consentVersion: z.string().min(1, 'Tick every box to continue, or choose Not now.').max(80),
      }),
    )
    .output(messageOnly),
}
