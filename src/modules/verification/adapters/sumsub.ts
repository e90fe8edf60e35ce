import { z } from 'zod'
import { findCountryByAlpha3 } from '#lib/countries.ts'
import { DomainError } from '#lib/errors.ts'
import { ExternalServiceError, parseExternalJson } from '#platform/http/fetch-external-json.ts'
import type { Level } from '../model.ts'
import type {
  CheckState,
  DeclaredPerson,
  IdentityCheck,
  IdentityProvider,
} from './identity-provider.ts'
import { assertSumsubSignature, requestSumsub, type SumsubOptions } from './sumsub-requests.ts'

/** The life of the link to the provider's page. */
const LINK_SECONDS = 1_800
const MAX_COMMENT = 1_000

const text = z.string().max(4_000)

/** The names that documents show, as written and in Latin letters. */
const names = {
  firstName: text.nullish(),
  middleName: text.nullish(),
  lastName: text.nullish(),
  firstNameEn: text.nullish(),
  middleNameEn: text.nullish(),
  lastNameEn: text.nullish(),
}
/** The person read from the documents; countries are ISO 3166-1 alpha-3. */
const info = z.object({
  ...names,
  dob: text.nullish(),
  idDocs: z
    .array(z.object({ country: text.nullish() }))
    .max(100)
    .nullish(),
})

/** An applicant, as far as it is used. `clientComment` is internal and never read. */
const applicant = z.object({
  id: text,
  externalUserId: text.optional(),
  info: info.nullish(),
  review: z
    .object({
      levelName: text.optional(),
      reviewStatus: text.optional(),
      reviewResult: z
        .object({
          reviewAnswer: text.optional(),
          reviewRejectType: text.optional(),
          moderationComment: text.optional(),
          rejectLabels: z.array(text).max(200).optional(),
        })
        .optional(),
    })
    .optional(),
})
type Applicant = z.infer<typeof applicant>

const created = z.object({ id: text })
const link = z.object({ url: z.url({ protocol: /^https?$/ }) })
const event = z.object({ type: text, externalUserId: text.optional() })

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

const getLevelName = ({ levels }: SumsubOptions, level: Level): string => levels[level] ?? ''

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

/** Reads the review; one of another level than the requested one decides nothing. */
function toCheckState(
  options: SumsubOptions,
  check: IdentityCheck,
  found: Applicant | null,
): CheckState {
  const review = found?.review
  const facts = {
    memberReason: null,
    staffNote: null,
    reference: found?.id ?? null,
    found: readPerson(found?.info),
  }
  if (!review || (review.reviewStatus ?? 'init') === 'init') return { ...facts, state: 'waiting' }
  if (review.reviewStatus !== 'completed') return { ...facts, state: 'in_review' }

  const levelName = getLevelName(options, check.level)
  if (review.levelName !== levelName)
    return {
      ...facts,
      state: 'in_review',
      staffNote:
        `Sumsub decided the level ${review.levelName ?? 'without a name'}, ` + `not ${levelName}.`,
    }

  return { ...facts, ...readResult(review.reviewResult) }
}

/** Reads what Sumsub read from the documents; nothing of what the member stated. */
function readPerson(read: Applicant['info']): CheckState['found'] {
  const names = [
    [read?.firstName, read?.middleName, read?.lastName],
    [read?.firstNameEn, read?.middleNameEn, read?.lastNameEn],
  ].map((parts) => parts.filter(Boolean).join(' '))
  const lastNames = [read?.lastName, read?.lastNameEn].flatMap((name) => name?.trim() || [])
  const countries = (read?.idDocs ?? []).flatMap(({ country }) =>
    country ? [findCountryByAlpha3(country) ?? country] : [],
  )

  return {
    names: [...new Set(names)].filter((name) => name !== ''),
    lastNames: [...new Set(lastNames)],
    birthDate: read?.dob ?? null,
    countries: [...new Set(countries)],
  }
}

function readResult(
  result: NonNullable<Applicant['review']>['reviewResult'],
): Pick<CheckState, 'state' | 'memberReason' | 'staffNote'> {
  const comment = result?.moderationComment?.trim().slice(0, MAX_COMMENT) || null
  const labels = result?.rejectLabels?.join(', ').slice(0, MAX_COMMENT)
  const staffNote = [comment, labels].filter(Boolean).join(' · ') || 'Sumsub gives no reason.'

  if (result?.reviewAnswer === 'GREEN')
    return { state: 'passed', memberReason: null, staffNote: null }
  if (result?.reviewAnswer !== 'RED') return { state: 'in_review', memberReason: null, staffNote }
  if (result.reviewRejectType === 'RETRY')
    return { state: 'try_again', memberReason: comment, staffNote }

  return { state: 'refused', memberReason: null, staffNote }
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
