/** Password managers file a password under this name; nobody sees it. They pass over inputs of the type "hidden". */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
