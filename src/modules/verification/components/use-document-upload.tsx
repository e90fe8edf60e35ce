import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { clearChosenFile, recallFile, rememberFile } from '#platform/client/chosen-file.ts'
import { sendUntilReached } from '#platform/client/reconnect.ts'
import { DOCUMENT_FILES, findContentError } from '#ui/form/file-rules.ts'
import { verificationCalls } from './calls.tsx'
import type { DocumentSlot } from './document-slots.tsx'
import { useStoredAnswer } from './use-verification-action.tsx'

/** An upload: the fraction sent, and whether it waits for the connection. */
export type DocumentUpload = { share: number; isLost: boolean; onCancel: () => void }

/** The chosen file of a place, which this browser stores until it was uploaded. */
function useChosenDocument(key: string) {
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    let isLeft = false
    void recallFile(key).then((stored) => {
      if (!isLeft && stored) setFile((chosen) => chosen ?? stored)
    })

    return () => {
      isLeft = true
    }
  }, [key])

  const store = (next: File | null) => {
    setFile(next)
    void (next ? rememberFile(key, next) : clearChosenFile())
  }

  return { file, store }
}

/**
 * Uploads the document of a place. A chosen file survives a reload; a lost connection is tried
 * again until the file has reached the server. `onCodeEnded` is called when the photo shows a code
 * that no longer counts.
 */
export function useDocumentUpload(
  verificationId: string,
  slot: DocumentSlot,
  onCodeEnded: () => void,
) {
  const { file, store } = useChosenDocument(`${verificationId}/${slot.name}`)
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<{ share: number; isLost: boolean } | null>(null)
  const controller = useRef<AbortController>(null)
  const display = useStoredAnswer()
  useEffect(() => () => controller.current?.abort(), [])

  const choose = async (next: File | null) => {
    const problem = next && (await findContentError(next, DOCUMENT_FILES))
    setError(problem ?? undefined)
    if (!problem) store(next)
  }

  const send = async () => {
    if (!file) return
    controller.current = new AbortController()
    const { signal } = controller.current
    const input = { id: verificationId, kind: slot.kind, side: slot.side, file }
    const report = (share: number) => setProgress({ share, isLost: false })
    const upload = () =>
      verificationCalls.upload.call(input, { signal, context: { onSent: report } })
    setError(undefined)
    report(0)

    try {
      const onLost = () => setProgress({ share: 0, isLost: true })
      display(await sendUntilReached(upload, { signal, onLost }))
      store(null)
    } catch (failure) {
      if (!signal.aborted) setError(getErrorMessage(failure))
      if (failure instanceof CallError && failure.code === 'code_ended') onCodeEnded()
    } finally {
      setProgress(null)
    }
  }

  const sending: DocumentUpload | null = progress && {
    ...progress,
    onCancel: () => controller.current?.abort(),
  }

  return { file, error, sending, choose, send }
}
