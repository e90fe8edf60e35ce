import { refusalIn, unreached } from './call-error.ts'
import { goToLogIn } from './signed-out.ts'
import { askForProof } from './step-up.ts'

const NAMED = /filename="([^"]+)"/

/** Fetches a file and hands it to the browser under the name that the server gives it; a refusal is thrown as its sentence. */
export async function keepFile(path: string): Promise<void> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => {
    throw unreached()
  })
  if (!response.ok) {
    const refusal = refusalIn(response.status, await response.json().catch(() => null))
    if (refusal.code === 'step_up_needed' && (await askForProof())) return await keepFile(path)
    if (refusal.status === 401) goToLogIn(refusal.message)
    throw refusal
  }
  const name = NAMED.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
