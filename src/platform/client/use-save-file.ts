import { useState } from 'react'
import { createUnreachedError, getErrorMessage, toCallError } from './call-error.ts'
import { redirectToLogin } from './signed-out.ts'
import { requestStepUp } from './step-up.ts'

const NAMED = /filename="([^"]+)"/

/**
 * Fetches a file and hands it to the browser under the name that the server gives it; a refusal is
 * thrown as its sentence.
 */
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

/** Saves one file at a time, and hands on the sentence of what the server refused. */
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
