import { createContext, useContext } from 'react'

const Nonce = createContext<string | undefined>(undefined)

export const NonceProvider = Nonce.Provider

/**
 * Returns the nonce of this response's inline scripts and styles; undefined in the browser, which
 * hides it.
 */
export const useNonce = () => useContext(Nonce)
