; What Billfold itself has told Windows: it goes with the program, and stays through an update.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\billfold"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.billfold.desktop"
  ${endif}
!macroend
