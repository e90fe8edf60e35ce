import { useEffect, useState } from 'react'
import { clearChosenFile, recallFile, rememberFile } from '#platform/client/chosen-file.ts'

/** The chosen proof of a deposit, which this browser stores until it is sent or removed. */
export function useProof(depositId: string) {
  const [proof, setProof] = useState<File | null>(null)
  useEffect(() => {
    let unmounted = false
    void recallFile(depositId).then((file) => {
      if (!unmounted && file) setProof((chosen) => chosen ?? file)
    })

    return () => {
      unmounted = true
    }
  }, [depositId])

  const choose = (file: File | null) => {
    setProof(file)
    void (file ? rememberFile(depositId, file) : clearChosenFile())
  }
  return { proof, choose, sent: clearChosenFile }
}
