import { useState } from 'react'
import { CallError } from './call-error.ts'
import { saveFile } from './save-file.ts'

/** Saves one file at a time, and hands on the sentence of what the server refused. */
export function useSaveFile(onRefused: (sentence: string) => void) {
  const [saving, setSaving] = useState(false)
  const save = async (path: string, name: string) => {
    if (saving) return
    setSaving(true)
    try {
      await saveFile(path, name)
    } catch (error) {
      onRefused(error instanceof CallError ? error.message : 'Something went wrong')
    } finally {
      setSaving(false)
    }
  }
  return { saving, save }
}
