import { useState } from 'react'
import { createUnreachedError, getErrorMessage, toCallError } from './call-error.ts'
import { redirectToLogin } from './signed-out.ts'
import { requestStepUp } from './step-up.ts'

const NAMED = /filename="([^"]+)"/

/** Downloads a file under the name that the server sends. Throws a `CallError`. */
async function saveFile(path: string): Promise<void> {
  const response = await fetch(path, { credentials: 'same-origin' }).catch(() => {
    throw createUnreachedError()
  })
  if (!response.ok) {
    const refusal = toCallError(response.status, await response.json().catch(() => null))
    if (refusal.code === 'step_up_needed' && (await requestStepUp())) return await saveFile(path)
    if (refusal.status === 401) redirectToLogin(refusal.message)
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

/** Downloads one file at a time and passes the server's error message on. */
export function useSaveFile(onRefused: (sentence: string) => void) {
  const [saving, setSaving] = useState(false)
  const save = async (path: string) => {
    if (saving) return
    setSaving(true)
    await saveFile(path).catch((error: unknown) => onRefused(getErrorMessage(error)))
    setSaving(false)
  }

  return { saving, save }
}
