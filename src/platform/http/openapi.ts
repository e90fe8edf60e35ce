import type { AnyContractRouter, OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import type { CallMeta } from './contract.ts'
import { refusal } from './schemas.ts'

export type ApiDescription = OpenAPI.Document

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Amounts are bigint cents in the code; the description states what they are on the wire. */
const converter = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) => {
      const [required, json] = next()
      const written = z.globalRegistry.get(schema as never) as { type?: string } | undefined
      return written?.type ? [required, written as typeof json] : [required, json]
    },
  ],
})

const GENERAL = `Answers are \`{ message, data }\`, refusals \
\`{ message, code, errors: [{ field, message }] }\`. Amounts are JSON
numbers in dollars with at most two decimals (numeric texts are taken too) and are never held as \
floats: read them from
their text. Log in for a token and send it as \`Authorization: Bearer\`.`

/** Describes every call by OpenAPI 3.1, from the contracts. */
export async function describeCalls(
  contract: AnyContractRouter,
  publicUrl: string,
): Promise<ApiDescription> {
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const described = await generator.generate(contract, {
    info: { title: 'Candor', version: '1', description: GENERAL },
    servers: [{ url: new URL('/api', publicUrl).href }],
  })
  const schema = z.toJSONSchema(refusal, { target: 'draft-2020-12' })

  delete schema.$schema
  described.components = {
    ...described.components,
    schemas: { ...described.components?.schemas, Refusal: schema as OpenAPI.SchemaObject },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  }

  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { route, meta } = procedure['~orpc']
    const path =
      described.paths?.[route.path?.replace(/\/$/, '') ?? ''] ?? described.paths?.[route.path ?? '']
    const method = METHODS.find((name) => name === (route.method ?? 'POST').toLowerCase())
    const operation = path && method ? path[method] : undefined

    if (operation) complete(operation, meta as CallMeta)
  })

  return described
}

const KEY_PARAMETER: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A text of your choice for one request: the same key never moves money twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const REFUSED: Record<string, string> = {
  400: 'Invalid input; nothing was changed.',
  401: 'Not logged in.',
  403: 'Not allowed.',
  409: 'In progress, or changed by someone else.',
  422: 'Rejected; the message gives the reason.',
  429: 'Too many attempts.',
  503:
    'The database or the file storage is unavailable: try again after Retry-After. After ' +
    '`outcome_unknown` the request may have been carried out: send it again with the same ' +
    'Idempotency-Key to get its result.',
}

function listRefusalStatuses(meta: CallMeta): string[] {
  const signedIn = meta.who === 'anyone' ? [] : ['401', '403']
  return ['400', ...signedIn, ...(meta.money ? ['409'] : []), '422', '429', '503']
}

function complete(operation: OpenAPI.OperationObject, meta: CallMeta) {
  const who = typeof meta.who === 'string' ? meta.who : `staff: ${meta.who.join(', ')}`
  operation.description = [operation.description, `Allowed callers: ${who}.`]
    .filter(Boolean)
    .join('\n\n')

  if (meta.who !== 'anyone') operation.security = [{ token: [] }]
  if (meta.money) operation.parameters = [...(operation.parameters ?? []), KEY_PARAMETER]

  const body = operation.requestBody
  if (body && 'content' in body) {
    const contentType = meta.upload ? 'multipart/form-data' : 'application/json'
    const bodyContent = body.content[contentType] ?? Object.values(body.content)[0]
    if (bodyContent) body.content = { [contentType]: bodyContent }
  }

  for (const status of listRefusalStatuses(meta))
    operation.responses = {
      ...operation.responses,
      [status]: {
        description: REFUSED[status] ?? '',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    }
}
