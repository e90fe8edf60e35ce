import { toCallError } from '#platform/client/call-error.ts'

/** Calls a tool of the simulated chains. */
export type RunTool = (action: string, body: Record<string, unknown>) => void

/** Calls a sandbox tool. Throws what the call answers, for `toFormErrors`. */
export async function postTool(path: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw toCallError(response.status, await response.json())
}
