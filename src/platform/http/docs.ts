import type { OpenAPI } from '@orpc/contract'
import type { ApiDescription } from './openapi.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (value: unknown) =>
  String(value ?? '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

type Schema = OpenAPI.SchemaObject & Record<string, unknown>

const describeType = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.anyOf) return (schema.anyOf as Schema[]).map(describeType).join(' or ')
  if (schema.type === 'array') return `list of ${describeType((schema.items ?? {}) as Schema)}`
  return [schema.type, schema.format].filter(Boolean).join(', ') || 'anything'
}

const renderDescription = (text: string | undefined) =>
  text ? `\n      <span>${escapeHtml(text)}</span>` : '\n      '

function renderFields(schema: Schema | undefined, depth = 0): string {
  const inner = schema?.type === 'array' ? (schema.items as Schema | undefined) : schema
  const entries = Object.entries(inner?.properties ?? {}) as [string, Schema][]
  if (entries.length === 0 || depth > 4) return ''

  const required = new Set(inner?.required ?? [])
  const rows = entries.map(
    ([name, item]) =>
      `<li><code>${escapeHtml(name)}</code> <span>${escapeHtml(describeType(item))}` +
      `${required.has(name) ? '' : ', optional'}</span>${renderDescription(item.description)}` +
      `${renderFields(item, depth + 1)}</li>`,
  )

  return `<ul>${rows.join('')}</ul>`
}

type Content = Record<string, { schema?: unknown }> | undefined
const getFirstContent = (content: Content) => Object.entries(content ?? {})[0]

function renderPart(title: string, content: Content): string {
  const found = getFirstContent(content)
  if (!found) return ''

  const [type, { schema }] = found

  return (
    `<h4>${escapeHtml(title)} ` +
    `<small>${escapeHtml(type)}</small></h4>${renderFields(schema as Schema | undefined)}`
  )
}

function renderOperation(method: string, path: string, operation: OpenAPI.OperationObject): string {
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[]
  const list = parameters.map(
    (item) =>
      `<li><code>${escapeHtml(item.name)}</code> <span>${escapeHtml(item.in)}, ` +
      `${escapeHtml(describeType((item.schema ?? {}) as Schema))}` +
      `${item.required ? '' : ', optional'}</span> ` +
      `${item.description ? `<span>${escapeHtml(item.description)}</span>` : ''}</li>`,
  )

  const body = operation.requestBody as OpenAPI.RequestBodyObject | undefined
  const good = (operation.responses?.['200'] ?? operation.responses?.['202']) as
    | OpenAPI.ResponseObject
    | undefined
  const refused = Object.keys(operation.responses ?? {}).filter((status) => Number(status) >= 400)

  return `<article id="${escapeHtml(operation.operationId)}">
    <h3><b>${escapeHtml(method.toUpperCase())}</b> <code>/api${escapeHtml(path)}</code></h3>
    <p>${escapeHtml(operation.summary)}</p><p>${escapeHtml(operation.description)}</p>
    ${list.length ? `<h4>Parameters</h4><ul>${list.join('')}</ul>` : ''}
    ${renderPart('Body', body?.content)}${renderPart('Answer', good?.content)}
    <p>Errors: ${escapeHtml(refused.join(', '))}.</p></article>`
}

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
body{color:#1c1b18;background:#faf8f3}
article{border-top:1px solid #cfc9ba;padding:1rem 0;overflow-wrap:anywhere}
h3 b{display:inline-block;min-width:4.5rem}
code{font-family:ui-monospace,monospace}ul{padding-left:1.25rem}
li span,small{color:#5b574d;font-size:.9rem}a{color:inherit}
@media(prefers-color-scheme:dark){body{background:#161512;color:#ece8de}
article{border-color:#45413a}li span,small{color:#b0aa9c}}`

/** Renders the description of all calls as a page without scripts. */
export function renderDocsPage(described: ApiDescription, nonce: string, mark = ''): string {
  const calls = Object.entries(described.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({
      tag: (operation as OpenAPI.OperationObject).tags?.[0] ?? 'Calls',
      html: renderOperation(method, path, operation as OpenAPI.OperationObject),
    })),
  )

  const groups = Map.groupBy(calls, (call) => call.tag)
  const sections = [...groups].map(
    ([tag, items]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${items.map((item) => item.html).join('')}</section>`,
  )

  const { info, openapi } = described

  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(info.title)}: HTTP interface</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${escapeHtml(nonce)}">${STYLE}</style></head>
<body>${mark && `<p><strong>${escapeHtml(mark)}</strong></p>`}<h1>HTTP interface</h1>
<p>${escapeHtml(info.description)}</p>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a> \
(OpenAPI ${escapeHtml(openapi)}).</p>
${sections.join('')}</body></html>`
}
