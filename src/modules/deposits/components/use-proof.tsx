import { useEffect, useState } from 'react'
import { clearChosenFile, recallFile, rememberFile } from '#platform/client/chosen-file.ts'

/**
 * The proof that was chosen for a deposit; this browser remembers it until it is sent or taken
 * away.
 */
export function useProof(depositId: string) {
  const [proof, setProof] = useState<File | null>(null)
  useEffect(() => {
    let left = false
    void recallFile(depositId).then((file) => {
      if (!left && file) setProof((chosen) => chosen ?? file)
    })

    return () => {
      left = true
    }
  }, [depositId])

  const choose = (file: File | null) => {
    setProof(file)
    void (file ? rememberFile(depositId, file) : clearChosenFile())
  }
  return { proof, choose, sent: clearChosenFile }
}
