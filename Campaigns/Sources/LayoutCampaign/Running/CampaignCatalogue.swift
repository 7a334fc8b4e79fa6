/// All campaigns, by name.
public enum CampaignCatalogue {
    public static var all: [any Campaign.Type] {
        [
            FaultCampaign.self, PowerCampaign.self, KillCampaign.self, DamageCampaign.self, HostileCampaign.self,
            RepairCampaign.self, ImportCampaign.self, CommandCampaign.self, CrowdCampaign.self,
        ]
    }

    public static func campaign(_ name: String) -> (any Campaign.Type)? { all.first { $0.name == name } }
}
