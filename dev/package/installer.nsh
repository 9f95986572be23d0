; Removes the registry entries that Billfold itself has made. An update keeps them.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\billfold"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.billfold.desktop"
  ${endif}
!macroend
