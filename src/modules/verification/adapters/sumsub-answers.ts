import { z } from 'zod'

const text = z.string().max(4_000)

/** The names that documents show, as written and in Latin letters. */
export const names = {
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
export const applicant = z.object({
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

export type Applicant = z.infer<typeof applicant>

export const created = z.object({ id: text })

export const link = z.object({ url: z.url({ protocol: /^https?$/ }) })

export const event = z.object({ type: text, externalUserId: text.optional() })
