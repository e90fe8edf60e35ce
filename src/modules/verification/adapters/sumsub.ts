import { DomainError } from '#lib/errors.ts'
import { ExternalServiceError, parseExternalJson } from '#platform/http/fetch-external-json.ts'
import type { DeclaredPerson, IdentityCheck, IdentityProvider } from './identity-provider.ts'
import { type Applicant, applicant, created, event, link } from './sumsub-answers.ts'
import { assertSumsubSignature, requestSumsub, type SumsubOptions } from './sumsub-requests.ts'
import { getLevelName, toCheckState } from './sumsub-result.ts'

/** The life of the link to the provider's page. */
const LINK_SECONDS = 1_800

/** Verifies identities at Sumsub, by its REST API. The id of a verification is the external id. */
export function createSumsub(options: SumsubOptions): IdentityProvider {
  return {
    name: 'sumsub',
    beginCheck: async (check, person) => {
      const reference = await createApplicant(options, check, person)
      const url = await createLink(options, check)
      return { kind: 'elsewhere', reference, url }
    },
    readCheck: async (check) =>
      toCheckState(options, check, await findApplicant(options, check.id)),
    parseWebhook: (body, headers) => {
      assertSumsubSignature(options.webhookSecret, body, headers)
      return parseEvent(body)
    },
    forget: async (check) => {
      const found = await findApplicant(options, check.id)
      if (!found) return

      const path = `/resources/applicants/${found.id}/presence/deactivated`
      const { status } = await requestSumsub(options, { method: 'PATCH', path })
      if (status !== 200) throw new ExternalServiceError(`Sumsub answered ${status}`)
    },
  }
}

/** Creates the applicant; one that exists already is found, so that this can be repeated. */
async function createApplicant(
  options: SumsubOptions,
  check: IdentityCheck,
  { firstName, lastName, details }: DeclaredPerson,
): Promise<string> {
  const levelName = encodeURIComponent(getLevelName(options, check.level))
  const answer = await requestSumsub(options, {
    method: 'POST',
    path: `/resources/applicants?levelName=${levelName}`,
    body: {
      externalUserId: check.id,
      fixedInfo: { firstName, lastName, dob: details.birthDate },
    },
  })
  if (answer.status === 409) {
    const found = await findApplicant(options, check.id)
    if (found) return found.id
  }
  if (answer.status !== 200 && answer.status !== 201)
    throw new ExternalServiceError(`Sumsub answered ${answer.status}`)

  return created.parse(parseExternalJson(answer)).id
}

async function createLink(options: SumsubOptions, check: IdentityCheck): Promise<string> {
  const answer = await requestSumsub(options, {
    method: 'POST',
    path: '/resources/sdkIntegrations/levels/-/websdkLink',
    body: {
      levelName: getLevelName(options, check.level),
      userId: check.id,
      ttlInSecs: LINK_SECONDS,
    },
  })
  if (answer.status !== 200 && answer.status !== 201)
    throw new ExternalServiceError(`Sumsub answered ${answer.status}`)

  return link.parse(parseExternalJson(answer)).url
}

async function findApplicant(options: SumsubOptions, id: string): Promise<Applicant | null> {
  const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(id)}/one`
  const answer = await requestSumsub(options, { method: 'GET', path })
  if (answer.status === 404) return null
  if (answer.status !== 200) throw new ExternalServiceError(`Sumsub answered ${answer.status}`)

  const found = applicant.parse(parseExternalJson(answer))
  if (found.externalUserId !== undefined && found.externalUserId !== id)
    throw new ExternalServiceError('Sumsub answered another applicant')

  return found
}

function parseEvent(body: Uint8Array): string | null {
  let content: unknown
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new DomainError('malformed', 400, 'The body is not valid JSON.')
  }

  const read = event.safeParse(content)
  return read.success && read.data.type.startsWith('applicant')
    ? (read.data.externalUserId ?? null)
    : null
}
