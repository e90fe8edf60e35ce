import { createContext, useContext } from 'react'
import type { Role } from '#lib/roles.ts'

export type SignedInStaff = { role: Role; name: string }

const SignedInStaffContext = createContext<SignedInStaff | undefined>(undefined)

/** Provides the signed-in staff member; the layout of the back office renders it. */
export const SignedInStaffProvider = SignedInStaffContext.Provider

/** Returns the signed-in staff member; undefined until the server has answered. */
export const useSignedInStaff = () => useContext(SignedInStaffContext)
